"""Measurements that anyone can run; each module says of what."""
