"""The doors of Camtable: use cases, HTTP routes, command line, web page and storage."""
