"""Pairs that paraphrase_mining of sentence-transformers returns, for vectors of our own.

    pip install sentence-transformers==6.2.0     # with torch, about 1 GB for the CPU; not in requirements.txt
    python oracles/paraphrase-mining.py > test/golden/paraphrase-mining.json

The vectors lie in clusters, so that some have more near neighbours than top_k. No two cosines are equal: the order of equals is torch's own.
With a file of float32 vectors and their dimensions, the pairs of those at the defaults are printed instead, from a cosine of 0.8.
"""
import json
import sys
from importlib.metadata import version

import numpy
import torch
from sentence_transformers import util


def own_vectors():
    random = numpy.random.default_rng(17)
    centres = random.normal(size=(4, 6))
    sizes = [14, 9, 5, 2]
    rows = [centre + random.normal(scale=0.5, size=6) for centre, size in zip(centres, sizes) for _ in range(size)]
    return numpy.array(rows)[random.permutation(len(rows))].round(4)


def mine(vectors, **options):
    found = util.paraphrase_mining_embeddings(torch.tensor(vectors, dtype=torch.float32), **options)
    return [[first, second, round(float(score), 6)] for score, first, second in found]


if len(sys.argv) > 1:
    vectors = numpy.fromfile(sys.argv[1], dtype=numpy.float32).reshape(-1, int(sys.argv[2]))
    print(json.dumps([pair for pair in mine(vectors) if round(pair[2], 5) >= 0.8]))
else:
    vectors = own_vectors()
    cases = [{}, {"top_k": 1}, {"top_k": 3}, {"top_k": 6}, {"top_k": 6, "max_pairs": 40}, {"max_pairs": 25}]
    print(
        json.dumps(
            {
                "oracle": "sentence-transformers util.paraphrase_mining_embeddings",
                "version": version("sentence-transformers"),
                "command": "python oracles/paraphrase-mining.py > test/golden/paraphrase-mining.json",
                "tolerance": 1e-5,
                "vectors": vectors.tolist(),
                "cases": [{"options": options, "pairs": mine(vectors, **options)} for options in cases],
            }
        )
    )
