"""What runs the processes of a server."""
