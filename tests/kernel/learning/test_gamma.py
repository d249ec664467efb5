from __future__ import annotations

import numpy as np
import pytest
from scipy import special

from beliefs.kernel.learning.gamma import digamma, log_gamma

POINTS = np.concatenate((np.geomspace(1e-4, 1, 50), np.linspace(1, 30, 200), [1e3, 1e6]))


def test_digamma_is_scipys():
    assert digamma(POINTS) == pytest.approx(special.digamma(POINTS), rel=1e-9, abs=1e-9)


def test_log_gamma_is_scipys():
    assert log_gamma(POINTS) == pytest.approx(special.gammaln(POINTS), rel=1e-9, abs=1e-9)
