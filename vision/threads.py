"""Keeps products of small matrices on one thread: shared out among several, they wait more than they work."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped] # - it has no types


class _Limit:
    """The limit on the threads of the process, and how many ask for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._asking = 0
        self._limited = ExitStack()
        self._controller: ThreadpoolController | None = None

    def enter(self) -> None:
        """Sets the limit for the first who asks."""
        with self._lock:
            if not self._asking:
                self._controller = self._controller or ThreadpoolController()
                self._limited.enter_context(self._controller.limit(limits=1, user_api="blas"))
            self._asking += 1

    def leave(self) -> None:
        """Lifts it when the last who asked is done."""
        with self._lock:
            self._asking -= 1
            if not self._asking:
                self._limited.close()


_LIMIT = _Limit()


@contextmanager
def one_thread() -> Iterator[None]:
    """Returns a context in which NumPy's matrix products use one thread, in all threads of the process.

    Several may be open at once; the last that closes sets the products free again. Measured on two cores:
    reading a table of 24 cards takes 0.7 seconds of processor time so, else 4.6.
    """
    _LIMIT.enter()
    try:
        yield
    finally:
        _LIMIT.leave()
