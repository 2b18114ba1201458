"""Agreement, association and classification by scikit-learn, scipy, krippendorff, statsmodels and pingouin, on random and hand-made data.

    oracles/setup.sh
    .oracles/venv/bin/python oracles/agreement.py > test/golden/agreement.json

Gaps are null; an undefined result is null.
"""
import json
import math
import warnings
from importlib.metadata import version

import krippendorff
import numpy as np
import pingouin
from scipy import stats
from sklearn import metrics
from statsmodels.stats import inter_rater

warnings.filterwarnings("ignore")
rng = np.random.default_rng(17)


def number(value):
    value = float(value)
    return None if math.isnan(value) else value


def attempt(compute):
    try:
        return number(compute())
    except (ValueError, ZeroDivisionError):
        return None


def two_raters():
    cases = [
        ([0, 1, 0, 1], [0, 1, 1, 0]),
        ([1, 1, 1], [1, 1, 1]),
        ([1, 1, 1], [0, 0, 0]),
        ([1, 2, 3, 4], [1, 2, 3, 4]),
        ([1, 2, 3, 4], [4, 3, 2, 1]),
        ([1], [1]),
        ([1, 4, 4, 1, 10], [1, 10, 4, 4, 1]),
    ]
    for labels in (2, 3, 5):
        for length in (10, 40, 200):
            first = rng.integers(0, labels, length)
            second = np.where(rng.random(length) < 0.6, first, rng.integers(0, labels, length))
            cases.append((first.tolist(), second.tolist()))
    return [
        {
            "first": a,
            "second": b,
            "none": attempt(lambda: metrics.cohen_kappa_score(a, b)),
            "linear": attempt(lambda: metrics.cohen_kappa_score(a, b, weights="linear")),
            "quadratic": attempt(lambda: metrics.cohen_kappa_score(a, b, weights="quadratic")),
        }
        for a, b in cases
    ]


def many_raters():
    nan = None
    cases = [
        [[1, 1, 1], [2, 2, 2], [3, 3, 3]],
        [[1, 1], [1, 1]],
        [[1, 2], [2, 1]],
        [[0, 0, 0, 1], [1, 1, 1, 0], [0, 1, 0, 1]],
        # Krippendorff's own example: four observers, twelve units, gaps.
        [list(row) for row in zip(
            [1, 2, 3, 3, 2, 1, 4, 1, 2, nan, nan, nan],
            [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, nan, 3],
            [nan, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, nan],
            [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, nan],
        )],
        [[1, nan], [nan, 2]],
        [[0.5, 1.5, 1.0], [2.5, 2.5, nan], [0.5, nan, 0.5]],
    ]
    for raters in (2, 3, 6):
        for labels in (2, 4):
            for gaps in (0, 0.2):
                truth = rng.integers(1, labels + 1, 30)
                table = np.where(rng.random((30, raters)) < 0.7, truth[:, None], rng.integers(1, labels + 1, (30, raters)))
                missing = rng.random((30, raters)) < gaps
                cases.append([[None if gap else int(value) for value, gap in zip(row, line)] for row, line in zip(table, missing)])
    rows = []
    for ratings in cases:
        data = np.array([[np.nan if value is None else value for value in row] for row in ratings], dtype=float)
        complete = not np.isnan(data).any()
        distinct = len(set(data[~np.isnan(data)].tolist()))

        def alpha(level):
            return attempt(lambda: krippendorff.alpha(reliability_data=data.T, level_of_measurement=level))

        row = {"ratings": ratings, "nominal": alpha("nominal"), "ordinal": alpha("ordinal"), "interval": alpha("interval"), "ratio": alpha("ratio")}
        if complete:
            row["fleiss"] = attempt(lambda: inter_rater.fleiss_kappa(inter_rater.aggregate_raters(data)[0])) if distinct > 1 else None
        listwise = data[~np.isnan(data).any(axis=1)]
        if len(listwise) > 1:
            import pandas
            row["cronbach"] = attempt(lambda: pingouin.cronbach_alpha(data=pandas.DataFrame(listwise))[0]) if np.var(listwise.sum(axis=1)) > 0 else None
        rows.append(row)
    return rows


def series():
    cases = [
        ([1, 2, 3], [1, 2, 3]),
        ([1, 2, 3], [3, 2, 1]),
        ([0.1, 0.1, 0.1], [1, 2, 3]),
        ([1, 2, 3], [0.1, 0.1, 0.1]),
        ([1, 2], [5, 7]),
        ([1, 1, 2, 2, 3], [1, 2, 2, 1, 1]),
        ([1e9, 1e9 + 1, 1e9 + 2], [2, 1, 3]),
    ]
    for length in (5, 30, 300):
        x = rng.normal(size=length)
        y = 0.5 * x + rng.normal(size=length)
        cases.append((x.tolist(), y.tolist()))
        cases.append((np.round(x).tolist(), np.round(y).tolist()))
    return [
        {
            "first": a,
            "second": b,
            "pearson": attempt(lambda: stats.pearsonr(a, b)[0]),
            "spearman": attempt(lambda: stats.spearmanr(a, b)[0]),
            "kendall": attempt(lambda: stats.kendalltau(a, b, variant="b")[0]),
        }
        for a, b in cases
    ]


def decisions():
    cases = [([1, 0], [0, 0]), ([0, 0], [0, 0]), ([0, 0], [1, 0]), ([1, 1], [1, 1]), ([1, 0, 1, 0], [1, 1, 0, 0])]
    for share in (0.1, 0.5, 0.9):
        truth = (rng.random(50) < share).astype(int)
        predicted = np.where(rng.random(50) < 0.7, truth, 1 - truth)
        cases.append((truth.tolist(), predicted.tolist()))
    return [
        {
            "truth": t,
            "predicted": p,
            "f1": number(metrics.f1_score(t, p, zero_division=np.nan)),
            "precision": number(metrics.precision_score(t, p, zero_division=np.nan)),
            "recall": number(metrics.recall_score(t, p, zero_division=np.nan)),
            "accuracy": number(metrics.accuracy_score(t, p)),
            "yesShare": float(np.mean(p)),
        }
        for t, p in cases
    ]


packages = ("scikit-learn", "scipy", "krippendorff", "statsmodels", "pingouin")
print(json.dumps({
    "oracle": ", ".join(packages),
    "version": ", ".join(f"{name} {version(name)}" for name in packages),
    "command": "python oracles/agreement.py > test/golden/agreement.json",
    "tolerance": 1e-10,
    "twoRaters": two_raters(),
    "manyRaters": many_raters(),
    "series": series(),
    "decisions": decisions(),
}, separators=(",", ":")))
