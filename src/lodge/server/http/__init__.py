"""What is asked by HTTP: the application, its endpoints, the page."""
