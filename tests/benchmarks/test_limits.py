"""The benchmark of limits: what it varies."""

import numpy as np
import pytest

from benchmarks.figures import Measured, figures
from benchmarks.grading import BoardGrade
from benchmarks.limits import LENS_BLUR_PX, SERIES, Setting, limits_table, photographed
from benchmarks.simulation.hands import Plate
from benchmarks.simulation.rendering import Scene
from benchmarks.simulation.styles import SQUARE_MM
from benchmarks.simulation.tables import TableTop
from tests.benchmarks.simulation.test_rendering import CAMERA, FILM, LIGHT


@pytest.fixture
def scene() -> Scene:
    top = TableTop("plain", np.zeros((64, 64, 3), np.uint8), 100.0, 0.0)
    plates = (Plate("a", 0.0, 0.0, 0.0), Plate("b", 50.0, 25.0, 0.0))
    return Scene(CAMERA, LIGHT, top, (0.0, 0.0, 0.0), (), (), plates, FILM)


@pytest.mark.parametrize(
    "setting",
    [
        pytest.param(Setting(square_px=12), id="small"),
        pytest.param(Setting(tilt_deg=60), id="tilted"),
    ],
)
def test_squares_are_as_large_as_asked_for_across_the_tilt(scene: Scene, setting: Setting) -> None:
    camera = photographed(scene, setting).camera
    assert np.degrees(camera.tilt) == pytest.approx(setting.tilt_deg)
    middle = np.array([*camera.aim, 0.0])
    assert camera.aim == (25.0, 12.5)
    across = np.array([np.cos(camera.azimuth), -np.sin(camera.azimuth), 0.0]) * SQUARE_MM / 2
    ends = camera.ideal(np.array([middle - across, middle + across]))
    assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(setting.square_px, rel=1e-6)


def test_blur_adds_to_that_of_the_lens(scene: Scene) -> None:
    assert photographed(scene, Setting()).film.defocus_px == LENS_BLUR_PX
    blurred = photographed(scene, Setting(square_px=40, blur=0.02)).film
    assert blurred.defocus_px == pytest.approx(1.0)


def test_the_table_has_a_row_for_each_setting() -> None:
    found = figures(Measured(boards=(("a", BoardGrade(cards=8, missed=2, layout=False)),)))
    settings = [setting for series in SERIES.values() for setting in series]
    lines = [*limits_table(dict.fromkeys(settings, found))]
    assert sum(line.endswith("|") for line in lines) == len(settings) + 2 * len(SERIES)
    assert "| 12 | 6/8 75.0 % [41-93] |" in next(line for line in lines if line.startswith("| 12 "))
