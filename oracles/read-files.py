"""What conllu, openpyxl and rdflib read of files that we wrote: .oracles/peers/bin/python oracles/read-files.py FILE…

Prints JSON, by file: of CoNLL-U the sentences with their words, heads and roots; of a workbook the drop-downs of its tabs; of JSON-LD (with the
first environment, which has rdflib) the number of triples and the types.
"""
import json
import sys


def conllu_sentences(path):
    import conllu

    with open(path, encoding="utf-8") as file:
        sentences = conllu.parse(file.read())
    return [
        {
            "id": sentence.metadata["sent_id"],
            "text": sentence.metadata["text"],
            "words": [word["form"] for word in sentence],
            "roots": sum(word["head"] == 0 for word in sentence),
            "tree": len(sentence.to_tree().children) > 0 or len(sentence) == 1,
            "upos": sorted({word["upos"] for word in sentence}),
        }
        for sentence in sentences
    ]


def drop_downs(path):
    import openpyxl

    return {
        sheet.title: [
            {"cells": str(rule.sqref), "type": rule.type, "values": rule.formula1, "blank": rule.allowBlank, "rows": sheet.max_row}
            for rule in sheet.data_validations.dataValidation
        ]
        for sheet in openpyxl.load_workbook(path)
    }


def triples(path):
    import rdflib

    graph = rdflib.Graph().parse(path, format="json-ld", publicID="https://example.org/")
    types = graph.query("SELECT ?type (COUNT(?thing) AS ?n) WHERE { ?thing a ?type } GROUP BY ?type")
    return {"triples": len(graph), "types": {str(row.type): int(row.n) for row in types}}


READERS = {"conllu": conllu_sentences, "xlsx": drop_downs, "jsonld": triples, "json": triples}
print(json.dumps({path: READERS[path.rsplit(".", 1)[1]](path) for path in sys.argv[1:]}))
