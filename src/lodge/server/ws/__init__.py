"""What goes over websockets: the messages, and the connections that carry them."""
