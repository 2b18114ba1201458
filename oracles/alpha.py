"""Krippendorff's alpha at four levels by the package krippendorff, of tables that standard input names.

    echo '[[[1, 2], [null, 3], [2, 2]]]' | .oracles/venv/bin/python oracles/alpha.py

Reads a JSON list of tables (rows are items, columns raters, null is a gap) and prints a list of {nominal, ordinal, interval, ratio}.
An undefined alpha is null.
"""
import json
import math
import sys
import warnings

import krippendorff
import numpy as np

warnings.filterwarnings("ignore")
LEVELS = ("nominal", "ordinal", "interval", "ratio")


def alpha(data, level):
    try:
        value = float(krippendorff.alpha(reliability_data=data.T, level_of_measurement=level))
    except ValueError:
        return None
    return None if math.isnan(value) else value


tables = [np.array([[np.nan if value is None else value for value in row] for row in table], dtype=float) for table in json.load(sys.stdin)]
print(json.dumps([{level: alpha(table, level) for level in LEVELS} for table in tables]))
