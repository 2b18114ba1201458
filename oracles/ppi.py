"""Prediction-powered means by ppi-python 0.2.3.

Without arguments it prints test/golden/ppi.json: 40 random tables with the estimate and its 95% interval.
With --tables it answers those on standard input, [{people, judge, unlabelled, weight}], as [{value, low, high}]; weight null: tuned.
Install with pip in an environment of its own (it needs numba): pip install ppi-python==0.2.3
"""
import json
import sys

import numpy as np
from ppi_py import ppi_mean_ci, ppi_mean_pointestimate


def answer(table):
    people, judge, unlabelled = (np.array(table[key], dtype=float) for key in ("people", "judge", "unlabelled"))
    lam = table["weight"]
    value = ppi_mean_pointestimate(people, judge, unlabelled, lam=lam)
    low, high = ppi_mean_ci(people, judge, unlabelled, alpha=0.05, lam=lam)
    return {"value": float(np.ravel(value)[0]), "low": float(np.ravel(low)[0]), "high": float(np.ravel(high)[0])}


def table(seed):
    random = np.random.default_rng(seed)
    people, others, skill = int(random.integers(4, 25)), int(random.integers(10, 60)), random.random()
    if seed % 4 == 0:  # right or wrong
        truth = random.integers(0, 2, people + others).astype(float)
        noise = random.integers(0, 2, people + others).astype(float)
    elif seed % 4 == 1:  # won, tied, lost
        truth = random.integers(-1, 2, people + others).astype(float)
        noise = random.integers(-1, 2, people + others).astype(float)
    else:
        truth = np.round(random.normal(size=people + others), 4)
        noise = np.round(random.normal(size=people + others) + 0.3, 4)
    judge = np.where(random.random(people + others) < skill, truth, noise)
    return {
        "people": truth[:people].tolist(),
        "judge": judge[:people].tolist(),
        "unlabelled": judge[people:].tolist(),
        "weight": 1 if seed % 5 == 0 else None,
    }


if "--tables" in sys.argv:
    print(json.dumps([answer(each) for each in json.load(sys.stdin)]))
else:
    tables = [table(seed) for seed in range(40)]
    golden = {"oracle": "ppi-python", "version": "0.2.3", "command": "python oracles/ppi.py > test/golden/ppi.json", "tolerance": 1e-8}
    print(json.dumps({**golden, "tables": [{**each, "expected": answer(each)} for each in tables]}))
