"""The terms of four vocabularies as rdflib defines them: OWL-Time, GeoSPARQL, PROV-O, XML Schema.

    oracles/setup.sh
    .oracles/venv/bin/python oracles/ontology-terms.py > test/golden/ontology-terms.json

A mapping of the taxonomy of TG-CSR must be one of them, so that no term is written from memory.
"""
import json
from importlib.metadata import version

from rdflib.namespace import GEO, PROV, TIME, XSD

VOCABULARIES = {"time": TIME, "geo": GEO, "prov": PROV, "xsd": XSD}


def terms(vocabulary):
    base = str(vocabulary)
    return sorted(str(term)[len(base):] for term in dir(vocabulary) if str(term).startswith(base))


print(
    json.dumps(
        {
            "oracle": "rdflib (BSD-3-Clause), rdflib.namespace",
            "version": version("rdflib"),
            "command": ".oracles/venv/bin/python oracles/ontology-terms.py",
            "tolerance": 0,
            "iris": {prefix: str(vocabulary) for prefix, vocabulary in VOCABULARIES.items()},
            "terms": {prefix: terms(vocabulary) for prefix, vocabulary in VOCABULARIES.items()},
        },
        indent=1,
    )
)
