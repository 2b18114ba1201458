"""Validates the croissant.json of dataset folders with mlcroissant, and loads every record set: python oracles/croissant.py FOLDER…

Prints JSON: for each folder its errors, its warnings, and for each record set the number of records and the first of them.
"""

import json
import sys

import mlcroissant


def plain(value):
    """Records hold bytes and numpy values."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, (list, tuple)) or type(value).__name__ == "ndarray":
        return [plain(one) for one in value]
    return value.item() if hasattr(value, "item") else value


def check(folder):
    dataset = mlcroissant.Dataset(jsonld=f"{folder}/croissant.json")
    issues = dataset.metadata.ctx.issues
    found = {"errors": sorted(issues.errors), "warnings": sorted(issues.warnings), "records": {}}
    for record_set in dataset.metadata.record_sets:
        records = list(dataset.records(record_set.name))
        first = {name.split("/")[-1]: plain(value) for name, value in records[0].items()}
        found["records"][record_set.name] = {"count": len(records), "first": first}
    return found


print(json.dumps({folder: check(folder) for folder in sys.argv[1:]}))
