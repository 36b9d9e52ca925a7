"""Where the points of the table are seen."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.simulation.camera import Camera, framed

CAMERA = Camera((400, 300), 310.0, 600.0, (20.0, -10.0), tilt=0.5, azimuth=1.0, roll=0.1, bend=0.03)


def test_from_above_x_goes_right_and_y_down() -> None:
    camera = replace(CAMERA, tilt=0.0, azimuth=0.0, roll=0.0, bend=0.0, aim=(0.0, 0.0))
    seen = camera.seen(np.array([[0.0, 0, 0], [60, 0, 0], [0, 60, 0]]))
    assert seen == pytest.approx(np.array([[199.5, 149.5], [230.5, 149.5], [199.5, 180.5]]))


def test_what_is_higher_looks_larger() -> None:
    flat, raised = (CAMERA.seen(np.array([[20.0, -10, height], [30, -10, height]])) for height in (0.0, 20.0))
    assert np.linalg.norm(raised[1] - raised[0]) > np.linalg.norm(flat[1] - flat[0])


@pytest.mark.parametrize("bend", [-0.03, 0.03], ids=["pincushion", "barrel"])
def test_the_photo_shows_at_each_pixel_what_is_seen_there(bend: float) -> None:
    """Where a point is seen, the photo takes the ideal pixel of that point."""
    camera = replace(CAMERA, bend=bend)
    points = np.array([[x, y, 3.0] for x in (-60.0, 40.0) for y in (-70.0, 50.0)])
    x, y = camera.unbent(overscan=0)
    for seen, ideal in zip(camera.seen(points), camera.ideal(points), strict=True):
        column, row = np.round(seen).astype(int)
        step = seen - [column, row]
        here = np.array([x[row, column], y[row, column]])
        assert here + step == pytest.approx(ideal, abs=0.05)


def test_cards_fill_the_photo_as_wished() -> None:
    points = np.array([[x, y, 0.0] for x in (0.0, 300.0) for y in (0.0, 150.0)])
    seen = framed(CAMERA, points, fill=0.8, offset=(1, -1)).ideal(points)
    extent = np.ptp(seen, axis=0) / CAMERA.size
    assert extent.max() == pytest.approx(0.8, abs=0.01)
    assert (seen > 0).all()
    assert (seen < CAMERA.size).all()
