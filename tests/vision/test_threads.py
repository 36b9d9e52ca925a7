"""Matrix products stay on one thread while a photo is read, and are set free again."""

from threadpoolctl import threadpool_info  # type: ignore[import-untyped] # - it has no types

from vision.threads import one_thread


def threads_of_products() -> list[int]:
    return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]


def test_products_use_one_thread_within_and_as_many_as_before_afterwards() -> None:
    before = threads_of_products()
    with one_thread():
        assert set(threads_of_products()) == {1}
    assert threads_of_products() == before


def test_the_last_of_several_that_overlap_sets_products_free() -> None:
    """Two photos that a server reads at once: the first to begin is the first to end."""
    before = threads_of_products()
    first, second = one_thread(), one_thread()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert set(threads_of_products()) == {1}
    second.__exit__(None, None, None)
    assert threads_of_products() == before
