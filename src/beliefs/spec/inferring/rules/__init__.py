"""What must hold before something is kept or done, and how it is refused."""
