"""Fine-tunes any Hugging Face seq2seq or causal model on SituatedGen (Zhang and Wan 2023, Table 7) or CommonGen (Lin et al. 2020, Table 6).

    python recipes/finetune.py --task situatedgen --data my-dataset/training --model google/flan-t5-base --out my-model
    python recipes/finetune.py --task commongen --train train.jsonl --dev dev.jsonl --model gpt2 --out my-model
"""

import argparse
import json
from collections import Counter
from pathlib import Path

import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoTokenizer, GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast, T5Config, T5ForConditionalGeneration

from loop import batches_by_length, loop_arguments, prepare, rouge_2, train, warm_then_down, write_text
from pairs import BadInput, read_pairs, stop_on_bad_input

# What the papers say of each model. SituatedGen has one row for all (Table 7), CommonGen one for each (Table 6); "default" is BART's.
PAPERS = {
    "situatedgen": {"default": {"epochs": 10, "batch_size": 32, "learning_rate": 3e-5, "warm": 500, "beams": 4, "input": 64, "output": 128}},
    "commongen": {
        "default": {"epochs": 3, "batch_size": 32, "learning_rate": 3e-5, "warm": 500, "beams": 5, "input": 32, "output": 32},
        "gpt2": {"batch_size": 128, "learning_rate": 5e-5},
        "t5": {"batch_size": 192, "learning_rate": 5e-5},
        "t5-large": {"batch_size": 64, "learning_rate": 2e-5, "warm": 400},
    },
}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", choices=PAPERS, default="situatedgen", help="whose hyper-parameters and input format to take")
    parser.add_argument("--data", type=Path, help="the folder `training` of a dataset: seq2seq-train.jsonl and seq2seq-dev.jsonl")
    parser.add_argument("--train", type=Path, help="in place of --data: a train file of the benchmark; .gz is fine")
    parser.add_argument("--dev", type=Path)
    parser.add_argument("--predict", type=Path, help="a file to write predictions for; dev unless given")
    parser.add_argument("--model", default="google/flan-t5-base")
    parser.add_argument("--tiny", choices=["seq2seq", "causal"], help="a small T5 or GPT-2 of random weights instead of --model, for a try without a download")
    parser.add_argument("--warm-up-steps", type=int)
    parser.add_argument("--beam-size", type=int)
    parser.add_argument("--max-input-length", type=int)
    parser.add_argument("--max-output-length", type=int)
    loop_arguments(parser, epochs=None, batch_size=None, learning_rate=None)
    return parser.parse_args()


def with_paper(options, kind):
    """Fills in what the user did not give."""
    large = "t5-large" if kind == "t5" and "large" in options.model else kind
    paper = {**PAPERS[options.task]["default"], **PAPERS[options.task].get(large, {})}
    for name, key in (("epochs", "epochs"), ("batch_size", "batch_size"), ("learning_rate", "learning_rate"), ("warm_up_steps", "warm"), ("beam_size", "beams"), ("max_input_length", "input"), ("max_output_length", "output")):
        if getattr(options, name) is None:
            setattr(options, name, paper[key])


def tiny_model(pairs, causal):
    """A word-level tokenizer of the training words and a model that fits into a minute."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    words = Counter()
    splitter = pre_tokenizers.BertPreTokenizer()
    for pair in pairs:
        for text in (pair.source, *pair.targets, "generate a sentence with = ."):
            words.update(word for word, _ in splitter.pre_tokenize_str(text))
    vocabulary = {word: index for index, word in enumerate(["<pad>", "</s>", "<unk>", *sorted(words)])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    tokenizer.pre_tokenizer = splitter
    if not causal:
        tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="<pad>", eos_token="</s>", unk_token="<unk>")
    if causal:
        return GPT2LMHeadModel(GPT2Config(vocab_size=len(vocabulary), n_embd=64, n_layer=2, n_head=4, n_positions=128, bos_token_id=1, eos_token_id=1, pad_token_id=0)), fast
    config = T5Config(vocab_size=len(vocabulary), d_model=64, d_ff=128, d_kv=16, num_layers=2, num_heads=4, pad_token_id=0, eos_token_id=1, decoder_start_token_id=0)
    return T5ForConditionalGeneration(config), fast


def load_model(name):
    try:
        config = AutoConfig.from_pretrained(name)
        tokenizer = AutoTokenizer.from_pretrained(name)
        model = (AutoModelForSeq2SeqLM if config.is_encoder_decoder else AutoModelForCausalLM).from_pretrained(name)
    except (OSError, ValueError) as error:
        raise BadInput(f"{name}: cannot be loaded ({str(error).splitlines()[0]})") from None
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    return model, tokenizer


def input_of(pair, task, kind, causal):
    """The papers' input formats: CommonGen section 4, SituatedGen section 6."""
    if causal:
        return f"{pair.source} ="
    if kind == "t5":
        return f"generate a sentence with {pair.source}." if task == "commongen" else f"generate two sentences with: {pair.source}"
    return pair.source


def main():
    options = parse_arguments()
    files = (options.data / "seq2seq-train.jsonl", options.data / "seq2seq-dev.jsonl") if options.data else (options.train, options.dev)
    if not all(files):
        raise BadInput("give --data, or --train and --dev")
    pairs, dev = read_pairs(files[0], both_orders=True), read_pairs(files[1])
    predict = read_pairs(options.predict) if options.predict else dev
    pairs, dev = (pairs[: options.limit], dev[: options.limit]) if options.limit else (pairs, dev)
    torch.manual_seed(options.seed)
    model, tokenizer = tiny_model(pairs, options.tiny == "causal") if options.tiny else load_model(options.model)
    causal, kind = not model.config.is_encoder_decoder, model.config.model_type
    with_paper(options, kind)
    prepare(options)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model.to(device)
    tokenizer.padding_side = "left" if causal else "right"
    rows = [(input_of(pair, options.task, kind, causal), text) for pair in pairs for text in pair.targets]

    def encode(texts, length):
        return tokenizer(texts, max_length=length, truncation=True, padding=True, return_tensors="pt", return_token_type_ids=False).to(device)

    def loss_of(places):
        inputs, targets = zip(*(rows[place] for place in places.tolist()))
        if causal:
            # Only the sentence is learned, not the prompt before it.
            batch = encode([f"{given} {target}{tokenizer.eos_token}" for given, target in zip(inputs, targets)], options.max_input_length + options.max_output_length)
            labels = batch["input_ids"].masked_fill(batch["attention_mask"] == 0, -100)
            for row, target in enumerate(targets):
                labels[row, : labels.shape[1] - len(tokenizer(f" {target}", add_special_tokens=False)["input_ids"]) - 1] = -100
        else:
            batch = encode(list(inputs), options.max_input_length)
            labels = encode(list(targets), options.max_output_length).input_ids
            labels = labels.masked_fill(labels == tokenizer.pad_token_id, -100)
        count = int((labels != -100).sum())
        return model(**batch, labels=labels).loss * count, count

    def write(some):
        texts = []
        for start in range(0, len(some), options.batch_size):
            batch = encode([input_of(pair, options.task, kind, causal) for pair in some[start : start + options.batch_size]], options.max_input_length)
            with torch.no_grad():
                found = model.generate(**batch, num_beams=options.beam_size, max_new_tokens=options.max_output_length, pad_token_id=tokenizer.pad_token_id)
            found = found[:, batch["input_ids"].shape[1] :] if causal else found
            texts += [text.strip().split("\n")[0] for text in tokenizer.batch_decode(found, skip_special_tokens=True)]
        return texts

    def judge():
        texts = write(dev)
        return {"score": sum(rouge_2(text.lower().split(), [each.lower().split() for each in pair.targets]) for text, pair in zip(texts, dev)) / len(dev)}

    steps = options.epochs * -(-len(rows) // options.batch_size)
    train(
        model, torch.optim.AdamW(model.parameters(), lr=options.learning_rate), options,
        epoch_batches=lambda generator: batches_by_length([len(target.split()) for _, target in rows], options.batch_size, generator),
        loss_of=loss_of, judge=judge, schedule=warm_then_down(options.learning_rate, min(options.warm_up_steps, max(1, steps // 2)), steps),
    )
    model.save_pretrained(options.out / "model")
    tokenizer.save_pretrained(options.out / "model")
    lines = [json.dumps({"id": pair.id, "prediction": text}, ensure_ascii=False) for pair, text in zip(predict, write(predict))]
    write_text(options.out / "predictions.jsonl", "\n".join(lines) + "\n")
    print(f"{options.out / 'model'} is ready; for Node: optimum-cli export onnx --model {options.out / 'model'} {options.out / 'onnx'}", flush=True)


if __name__ == "__main__":
    stop_on_bad_input(main)
