"""What Hugging Face `datasets` loads of dataset folders: .oracles/peers/bin/python oracles/read-folders.py FOLDER…

Prints JSON: for each folder, by split, the number of rows, the type of each column and the first row; for each Parquet file in it the same.
"""
import json
import os
import sys
import tempfile
from pathlib import Path

os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1")

from datasets import List, load_dataset  # noqa: E402


def kind(feature):
    return "list" if isinstance(feature, (List, list)) else getattr(feature, "dtype", "struct") if not isinstance(feature, dict) else "struct"


def describe(split):
    return {"rows": len(split), "kinds": {name: kind(feature) for name, feature in split.features.items()}, "first": split[0]}


def check(folder, cache):
    loaded = {name: describe(split) for name, split in load_dataset(folder, cache_dir=cache).items()}
    parquet = {
        path.stem: describe(load_dataset("parquet", data_files={"rows": str(path)}, cache_dir=cache)["rows"])
        for path in sorted(Path(folder).glob("*.parquet"))
    }
    return {"splits": loaded, "parquet": parquet}


with tempfile.TemporaryDirectory() as cache:
    print(json.dumps({folder: check(folder, cache) for folder in sys.argv[1:]}))
