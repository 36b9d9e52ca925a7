"""Tests of vision, one module for each of its modules."""
