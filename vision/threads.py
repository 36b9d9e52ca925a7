"""Keeps products of small matrices on one thread: shared out among several, they wait more than they work."""

from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped] # - it has no types


def one_thread() -> AbstractContextManager[object]:
    """Returns a context in which NumPy's matrix products use one thread.

    Measured on two cores: reading a table of 24 cards takes 0.7 seconds of processor time so, else 4.6.
    """
    limited: AbstractContextManager[object] = _controller().limit(limits=1, user_api="blas")
    return limited


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()
