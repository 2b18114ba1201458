"""Beam search as CommonGen's authors ran it for their CopyNets: OpenNMT-py with `length_penalty wu`, `coverage_penalty summary`, `stepwise_penalty`,
`min_length 5` and `block_ngram_repeat 1`, so that no word comes twice in a sentence."""

import torch

from attention import NEVER
from copynet import HIDDEN, merge_copies, read_sources
from pairs import END, START, UNKNOWN

GONE = 2 * NEVER
"""Sum of a beam that has ended: below every sum with a forbidden word."""


@torch.no_grad()
def released_search(model, sources, beams=20, longest=32, shortest=5, alpha=0.9, beta=5.0):
    """Ids of the best text of each source. Sums of log-probabilities are divided by ((5 + length) / 6) ** alpha; attention beyond 1 costs beta."""
    memory, mask, extended, state = read_sources(model, sources, beams)
    batch, width = len(sources), extended.shape[1]
    sums = torch.full((batch, beams), GONE)
    sums[:, 0] = 0
    written, columns = torch.full((batch * beams, 1), START), model.words + width
    coverage = torch.zeros(batch * beams, width)
    used = torch.zeros(batch * beams, columns, dtype=torch.bool)
    finished, over = [[] for _ in sources], [False] * batch
    for length in range(1, longest + 1):
        fed = torch.where(written < model.words, written, UNKNOWN)
        logprobs, after = model.step(memory, mask, state, fed if state is None else fed[:, -1:])
        attention = logprobs[:, model.words :].softmax(-1)
        logprobs = merge_copies(logprobs, extended, model.words).masked_fill(used, NEVER)
        logprobs[:, list(HIDDEN)] = NEVER
        if length <= shortest:
            logprobs[:, END] = NEVER
        reached = coverage + attention
        sums = sums - beta * (excess(reached) - excess(coverage)).reshape(batch, beams)
        penalty = ((6 + length) / 6) ** alpha
        best, places = ((sums.reshape(-1, 1) + logprobs).reshape(batch, -1) / penalty).topk(beams, -1)
        rows = (torch.arange(batch).unsqueeze(1) * beams + places // columns).reshape(-1)
        tokens = places % columns
        ended = (tokens == END) | torch.tensor(length == longest)
        for item in range(batch):
            if over[item]:
                continue
            for rank in ended[item].nonzero().squeeze(-1).tolist():
                text = written[rows[item * beams + rank], 1:].tolist()
                last = tokens[item, rank].item()
                finished[item].append((best[item, rank].item(), text if last == END else [*text, last]))
            over[item] = tokens[item, 0].item() == END
        if all(over):
            break
        sums = (best * penalty).masked_fill(ended, GONE)
        tokens = tokens.reshape(-1, 1)
        written, coverage = torch.cat([written[rows], tokens], 1), reached[rows]
        used = used[rows].scatter(1, tokens, True)
        if state is not None:
            state = tuple(each[rows] for each in after)
    return [max(each, key=lambda one: one[0])[1] for each in finished]


def excess(coverage):
    """OpenNMT-py's `summary`: how far the attention to each place of the source has passed 1."""
    return (coverage - 1).clamp(min=0).sum(-1)
