"""The commands of the command line, a module for each subject.

Whatever is slow to import is imported in the command that needs it.
"""
