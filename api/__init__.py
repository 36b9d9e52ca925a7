"""The doors of Camtable: use cases, HTTP routes, command line and storage."""
