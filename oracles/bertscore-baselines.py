"""Writes bert-score's published baselines (MIT; English; by model and layer: P, R, F) and default layers for our rescaling.

    pip download --no-deps --no-binary :all: bert-score==0.3.12 && tar xzf bert_score-0.3.12.tar.gz
    python oracles/bertscore-baselines.py bert_score-0.3.12 > packages/metrics/src/metrics/bertscore/bertscore-baselines.json
"""
import ast
import csv
import json
import re
import sys
from pathlib import Path

package = Path(sys.argv[1]) / "bert_score"
source = (package / "utils.py").read_text()
layers = ast.literal_eval(re.search(r"model2layers = (\{.*?\n\})", source, re.S).group(1))
folder = package / "rescale_baseline" / "en"
models = {}
for path in sorted(folder.rglob("*.tsv")):
    name = str(path.relative_to(folder).with_suffix(""))
    with path.open() as file:
        rows = [[float(row["P"]), float(row["R"]), float(row["F"])] for row in csv.DictReader(file)]
    models[name] = {"layer": layers.get(name), "baselines": rows}
lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(value, separators=(',', ':'))}" for name, value in models.items())
print('{\n  "source": "bert-score 0.3.12, rescale_baseline/en",\n  "licence": "MIT, Copyright (c) 2019 Tianyi Zhang, Varsha Kishore, Felix Wu, Kilian Q. Weinberger, and Yoav Artzi",\n  "models": {\n' + lines + "\n  }\n}")
