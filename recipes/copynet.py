"""CommonGen's three CopyNets (Lin et al. 2020, section 4): a bidirectional LSTM, a transformer or mean pooling reads the concepts."""

import math

import torch
from torch import nn
from torch.nn import functional as F

from attention import NEVER, Stack, positions
from pairs import END, PAD, START, UNKNOWN

KINDS = ("brnn", "transformer", "mean")


class WordOutput(nn.Module):
    """Log-probabilities of words in two steps (Grave et al. 2017): frequent words, or one class for all the others."""

    def __init__(self, size, words, frequent=1000, narrow=64):
        super().__init__()
        self.frequent = min(frequent, words - 1)
        self.head = nn.Linear(size, self.frequent + 1)
        self.narrow = nn.Linear(size, narrow, bias=False)
        self.tail = nn.Linear(narrow, words - self.frequent)

    def forward(self, hidden):
        head = self.head(hidden).log_softmax(-1)
        tail = self.tail(self.narrow(hidden)).log_softmax(-1)
        return torch.cat([head[..., : self.frequent], tail + head[..., self.frequent :]], -1)

    def of(self, hidden, words):
        """Only the given words' log-probabilities: the rare class is computed where it is needed."""
        head = self.head(hidden)
        rare = words >= self.frequent
        found = head.gather(-1, words.clamp(max=self.frequent).unsqueeze(-1)).squeeze(-1) - head.logsumexp(-1)
        places = rare.nonzero().squeeze(-1)
        if len(places) == 0:
            return found
        tail = self.tail(self.narrow(hidden[places]))
        inside = tail.gather(-1, (words[places] - self.frequent).unsqueeze(-1)).squeeze(-1) - tail.logsumexp(-1)
        return found.index_add(0, places, inside)


class CopyNet(nn.Module):
    def __init__(self, kind, words, size=128, layers=2, heads=8, inner=512, dropout=0.0, frequent=1000, separate=False):
        super().__init__()
        self.kind, self.words, self.size = kind, words, size
        self.embed = word_vectors(words, size)
        self.source_embed = word_vectors(words, size) if separate else None
        self.drop = nn.Dropout(dropout)
        if kind == "transformer":
            self.reader = Stack(layers, size, heads, inner, dropout)
            self.writer = Stack(layers, size, heads, inner, dropout, reads=True)
            self.register_buffer("places", positions(256, size), persistent=False)
        else:
            if kind == "brnn":
                self.reader = nn.LSTM(size, size // 2, layers, batch_first=True, bidirectional=True, dropout=dropout if layers > 1 else 0.0)
            else:
                self.reader = nn.Sequential(nn.Linear(size, size), nn.Tanh())
                self.begin = nn.Linear(size, 2 * layers * size)
            self.cells = nn.ModuleList(nn.LSTM(size, size, batch_first=True) for _ in range(layers))
            self.layers = layers
        self.query, self.key, self.energy = nn.Linear(size, size), nn.Linear(size, size, bias=False), nn.Linear(size, 1, bias=False)
        self.join = nn.Linear(2 * size, size)
        self.gate = nn.Linear(size, 1)
        self.output = WordOutput(size, words, frequent)

    def encode(self, source, mask):
        """Memory [B,S,H] and the first state (h and c, each [B,L,H]; for the transformer none)."""
        embedded = self.drop((self.source_embed or self.embed)(source))
        if self.kind == "transformer":
            return self.reader(embedded * math.sqrt(self.size) + self.places[: source.shape[1]], (mask != 0).unsqueeze(1)), None
        if self.kind == "mean":
            memory = self.reader(embedded)
            mean = (memory * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)
            h, c = torch.tanh(self.begin(mean)).reshape(-1, 2, self.layers, self.size).unbind(1)
            return memory, (h, c)
        packed = nn.utils.rnn.pack_padded_sequence(embedded, mask.sum(1).long().cpu(), batch_first=True, enforce_sorted=False)
        found, (h, c) = self.reader(packed)
        memory, _ = nn.utils.rnn.pad_packed_sequence(found, batch_first=True, total_length=source.shape[1])
        return memory, tuple(join_directions(each, self.layers, self.size) for each in (h, c))

    def decode(self, memory, mask, state, written):
        """Hidden values of all written tokens [B,T,H], and the state after the last one."""
        embedded = self.drop(self.embed(written))
        if self.kind == "transformer":
            length = written.shape[1]
            place = torch.arange(length)
            earlier = (place.unsqueeze(0) <= place.unsqueeze(1)).unsqueeze(0)
            return self.writer(embedded * math.sqrt(self.size) + self.places[:length], earlier, memory, (mask != 0).unsqueeze(1)), None
        hidden, states = embedded, []
        for place, cell in enumerate(self.cells):
            hidden, after = cell(hidden, tuple(each[:, place].unsqueeze(0).contiguous() for each in state))
            hidden = self.drop(hidden)
            states.append(after)
        return hidden, tuple(torch.stack([after[which].squeeze(0) for after in states], 1) for which in (0, 1))

    def attend(self, hidden, memory, mask):
        """Additive attention (OpenNMT's `mlp`); its weights are also the probabilities of copying."""
        energy = self.energy(torch.tanh(self.query(hidden).unsqueeze(2) + self.key(memory).unsqueeze(1))).squeeze(-1)
        weights = energy.masked_fill((mask == 0).unsqueeze(1), NEVER).log_softmax(-1)
        joined = torch.tanh(self.join(torch.cat([weights.exp() @ memory, hidden], -1)))
        return self.drop(joined), weights

    def loss(self, source, mask, target, same):
        """Sum of the negative log-likelihoods, and the number of tokens. `same` marks the source places that hold the target word."""
        memory, state = self.encode(source, mask)
        start = torch.full((len(target), 1), START)
        hidden, _ = self.decode(memory, mask, state, torch.cat([start, target[:, :-1]], 1))
        joined, weights = self.attend(hidden, memory, mask)
        real = target != PAD
        joined, weights, same, wanted = joined[real], weights[real], same[real], target[real]
        gate = self.gate(joined).squeeze(-1)
        written = F.logsigmoid(-gate) + self.output.of(joined, wanted)
        copied = F.logsigmoid(gate) + weights.masked_fill(~same, NEVER).logsumexp(-1)
        # A word outside the vocabulary that the source has can only be copied.
        written = written.masked_fill((wanted == UNKNOWN) & same.any(-1), NEVER)
        return -torch.logaddexp(written, copied).sum(), len(wanted)

    def step(self, memory, mask, state, written):
        """Log-probabilities of the next token [B,V+S], V+s for copying source place s, and the state."""
        hidden, state = self.decode(memory, mask, state, written)
        joined, weights = self.attend(hidden[:, -1:], memory, mask)
        gate = self.gate(joined[:, 0])
        own = self.output(joined[:, 0]) + F.logsigmoid(-gate)
        return torch.cat([own, weights[:, 0] + F.logsigmoid(gate)], -1), state


def word_vectors(words, size):
    made = nn.Embedding(words, size, padding_idx=PAD)
    nn.init.normal_(made.weight, std=size**-0.5)
    return made


def join_directions(state, layers, size):
    """[layers × 2, B, H/2] → [B, layers, H]."""
    return state.reshape(layers, 2, -1, size // 2).permute(2, 0, 1, 3).reshape(-1, layers, size)


def merge_copies(logprobs, source, words):
    """Adds copying to the words: columns V+s go to their word's column where the vocabulary has it, or to the first equal place. Changes `logprobs`."""
    copied = logprobs[:, words:]
    equal = source.unsqueeze(1) == source.unsqueeze(2)
    total = (equal * copied.exp().unsqueeze(1)).sum(-1).clamp(min=1e-30).log()
    known = source < words
    columns = torch.where(known, source, UNKNOWN)
    # Equal places write the same sum. PAD and UNKNOWN are never written, so their columns do not matter.
    logprobs.scatter_(1, columns, torch.logaddexp(logprobs.gather(1, columns), total))
    first = equal.float().argmax(-1) == torch.arange(source.shape[1])
    logprobs[:, words:] = torch.where(first & ~known, total, NEVER)
    return logprobs


HIDDEN = (PAD, START, UNKNOWN)


def read_sources(model, sources, beams):
    """Memory, mask, ids (those outside the vocabulary too) and first state of the sources, each as often as there are beams."""
    model.eval()
    width = max(len(source) for source in sources)
    extended = torch.tensor([source + [PAD] * (width - len(source)) for source in sources])
    mask = (extended != PAD).float()
    memory, state = model.encode(torch.where(extended < model.words, extended, UNKNOWN), mask)
    repeat = lambda value: value.repeat_interleave(beams, 0)
    memory, mask, extended = repeat(memory), repeat(mask), repeat(extended)
    state = None if state is None else tuple(repeat(each) for each in state)
    return memory, mask, extended, state


@torch.no_grad()
def search(model, sources, beams=5, longest=32, penalty=0.0):
    """Beam search as in Hugging Face's `generate` (early_stopping false): sum of log-probabilities / length ** penalty. Ids of each best text."""
    batch = len(sources)
    memory, mask, extended, state = read_sources(model, sources, beams)
    scores = torch.full((batch, beams), NEVER)
    scores[:, 0] = 0
    written = torch.full((batch * beams, 1), START)
    finished, open_items = [[] for _ in sources], [True] * batch
    for length in range(1, longest + 1):
        fed = torch.where(written < model.words, written, UNKNOWN)
        logprobs, after = model.step(memory, mask, state, fed if state is None else fed[:, -1:])
        logprobs = merge_copies(logprobs, extended, model.words)
        logprobs[:, list(HIDDEN)] = NEVER
        total = (scores.reshape(-1, 1) + logprobs).reshape(batch, -1)
        best, places = total.topk(2 * beams, -1)
        rows, tokens, kept = [], [], torch.full((batch, beams), NEVER)
        for item in range(batch):
            chosen = []
            for rank, (score, place) in enumerate(zip(best[item].tolist(), places[item].tolist())):
                row, token = item * beams + place // logprobs.shape[1], place % logprobs.shape[1]
                if token == END:
                    if rank < beams and open_items[item]:
                        finished[item].append((score / length**penalty, written[row, 1:].tolist()))
                elif len(chosen) < beams:
                    kept[item, len(chosen)] = score
                    chosen.append((row, token))
            finished[item] = sorted(finished[item], key=lambda each: -each[0])[:beams]
            if open_items[item] and len(finished[item]) == beams and best[item, 0].item() / length**penalty <= finished[item][-1][0]:
                open_items[item] = False
            rows += [row for row, _ in chosen]
            tokens += [token for _, token in chosen]
        order = torch.tensor(rows)
        written = torch.cat([written[order], torch.tensor(tokens).unsqueeze(1)], 1)
        scores = kept
        if state is not None:
            state = tuple(each[order] for each in after)
        if not any(open_items):
            break
    for item in range(batch):
        if open_items[item]:
            for beam in range(beams):
                finished[item].append((scores[item, beam].item() / (written.shape[1] - 1) ** penalty, written[item * beams + beam, 1:].tolist()))
    return [max(each, key=lambda one: one[0])[1] if each else [] for each in finished]
