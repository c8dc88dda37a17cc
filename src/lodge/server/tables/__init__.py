"""Tables: what happens at them, who may do what, and what everybody is told."""
