"""What a service keeps, found in its routes and shapes, and where each value of it comes from."""
