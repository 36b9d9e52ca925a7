"""The HTTP routes, thin over the use cases. Work on photos is done in threads, off the event loop."""
