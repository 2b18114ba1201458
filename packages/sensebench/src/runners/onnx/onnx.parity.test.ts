/** Exported T5, BART and GPT-2 models beside PyTorch's own `generate`: the same tokens, and the speed on the same cores. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelsPython } from '../../../../../test/shared.ts';
import { beamSearch } from './beam-search.ts';
import { constrainedSearch, formsOf } from './constrained-search.ts';
import { loadExportedModel } from './exported-model.ts';
import type { Found, GenerativeModel } from './generative-model.ts';
import { followOnePath } from './one-path.ts';

const root = join(import.meta.dirname, '../../../../..');
const python = modelsPython();
const folder = join(root, '.oracles/onnx-models');
const script = join(root, 'oracles/onnx-models.py');
const NEW = 24;
const ITEMS = 200;
/** On a busy machine PyTorch alone takes minutes for its eight cases. */
const PATIENCE = 2_400_000;

interface Case {
  batch: number;
  settings: Record<string, unknown>;
}

/** Python's settings are the names of transformers; ours are made from them. */
const PLAIN: Case[] = [
  { batch: 1, settings: { num_beams: 1, max_new_tokens: NEW } },
  { batch: 8, settings: { num_beams: 1, max_new_tokens: NEW } },
  { batch: 1, settings: { num_beams: 4, max_new_tokens: NEW } },
  { batch: 8, settings: { num_beams: 4, max_new_tokens: NEW } },
];
const RULED: Case[] = [
  { batch: 8, settings: { num_beams: 5, max_new_tokens: NEW, length_penalty: 0.6, early_stopping: true, no_repeat_ngram_size: 2 } },
  { batch: 8, settings: { num_beams: 3, max_new_tokens: NEW, length_penalty: 2, early_stopping: 'never', min_new_tokens: 8 } },
  { batch: 8, settings: { num_beams: 4, max_new_tokens: NEW, repetition_penalty: 1.3, bad_words_ids: [[9], [12, 9]] } },
  { batch: 8, settings: { num_beams: 1, max_new_tokens: NEW, no_repeat_ngram_size: 3, repetition_penalty: 1.2 } },
];

/** In a batch transformers also penalizes GPT-2's padding, which is its end token, so that shorter prompts get other answers than alone. Ours do not. */
function unpadded(family: string, each: Case): Case {
  return family === 'gpt2' && each.settings.repetition_penalty !== undefined ? { ...each, batch: 1 } : each;
}

/** Three longer words of each caption, and the captions again from their ends until there are enough. */
function prompts(family: string): string[] {
  const captions = readFileSync(join(root, 'corpus/captions/captions.txt'), 'utf8').split('\n').filter(Boolean);
  return captions.slice(0, ITEMS).map((caption) => {
    const words = (caption.toLowerCase().match(/[a-z]{4,}/g) ?? ['thing']).slice(0, 3).join(' ');
    return family === 'gpt2' ? `${words} =` : words;
  });
}

function askTorch(
  family: string,
  cases: readonly Case[],
  { size = 'small', threads = 1, asked = prompts(family) }: { size?: string; threads?: number; asked?: readonly string[] } = {},
) {
  const out = execFileSync(python ?? '', [script, 'generate', join(folder, size, family)], {
    input: JSON.stringify({ prompts: asked, cases, threads }),
    env: { ...process.env, OMP_NUM_THREADS: String(threads) },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return JSON.parse(out.trim().split('\n').at(-1) ?? '') as {
    cases: { tokens: number[][]; seconds: number; processor: number }[];
    megabytes: number;
  };
}

async function askOurs(
  model: GenerativeModel,
  family: string,
  { batch, settings }: Case,
  items = ITEMS,
): Promise<{ found: Found[][]; seconds: number }> {
  const rules = {
    ...model.rules,
    lengthPenalty: Number(settings.length_penalty ?? 1),
    earlyStopping: (settings.early_stopping ?? false) as boolean | 'never',
    noRepeatNgram: Number(settings.no_repeat_ngram_size ?? 0),
    repetitionPenalty: Number(settings.repetition_penalty ?? 1),
    minNewTokens: Number(settings.min_new_tokens ?? 0),
    badWords: (settings.bad_words_ids ?? []) as number[][],
  };
  const beams = Number(settings.num_beams);
  const asked = prompts(family).slice(0, items);
  const found: Found[][] = [];
  const started = performance.now();
  for (let at = 0; at < asked.length; at += batch) {
    const decoding = await model.open(asked.slice(at, at + batch).map((prompt) => model.read(prompt, 64)));
    const common = { rules, maxNewTokens: Number(settings.max_new_tokens) };
    found.push(
      ...(beams > 1 ? await beamSearch(decoding, { ...common, beams }) : (await followOnePath(decoding, common)).map((each) => [each])),
    );
  }
  return { found, seconds: (performance.now() - started) / 1000 };
}

/** Two sequences can have the same 32-bit score. Then either is the best: torch.topk does not say which comes first. */
function agrees(found: readonly Found[], tokens: readonly number[]): boolean {
  return found.some((each) => each.score >= found[0].score && each.tokens.join(' ') === tokens.join(' '));
}

/** Items whose answers PyTorch itself changes with the size of the batch: two tokens have the same score but for the last digits. */
const MOST_TIES = 2;

/** Those of the items that also differ from what PyTorch writes for each of them alone. */
function unlikeSingle(family: string, { settings }: Case, items: readonly number[], found: readonly (readonly Found[])[]): number[] {
  const asked = items.map((item) => prompts(family)[item]);
  const [{ tokens }] = askTorch(family, [{ batch: 1, settings }], { asked }).cases;
  return items.filter((item, i) => !agrees(found[item], tokens[i]));
}

const sizes = ['small'].filter((size) => existsSync(join(folder, size)));

describe.runIf(python && sizes.length > 0).each(['t5', 'bart', 'gpt2'])('%s as optimum exports it', (family) => {
  it(
    `writes the tokens of PyTorch on ${ITEMS} items, in batches of 1 and 8, with every rule`,
    async () => {
      const model = await loadExportedModel(join(folder, 'small', family));
      const cases = [...PLAIN, ...RULED].map((each) => unpadded(family, each));
      const torch = askTorch(family, cases);
      const different: string[] = [];
      for (const [i, each] of cases.entries()) {
        const ours = await askOurs(model, family, each);
        const others = ours.found.flatMap((list, at) => (agrees(list, torch.cases[i].tokens[at]) ? [] : [at]));
        const wrong = others.length > 0 && each.batch > 1 ? unlikeSingle(family, each, others, ours.found) : others;
        const own = others.length - wrong.length;
        const note = own > 0 ? `, ${own} of them only with PyTorch's own batches of 1` : '';
        console.log(
          `${family} ${JSON.stringify(each.settings)} batch ${each.batch}: ${ITEMS - wrong.length} of ${ITEMS} equal${note}; ${ours.seconds.toFixed(1)} s, PyTorch ${torch.cases[i].seconds.toFixed(1)} s`,
        );
        if (wrong.length > 0 || own > MOST_TIES) different.push(`${JSON.stringify(each)}: ${wrong.length}, ${own}`);
      }
      await model.close();
      expect(different).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'writes every word that it must, in one of its forms',
    async () => {
      const model = await loadExportedModel(join(folder, 'small', family));
      let [met, all] = [0, 0];
      for (const prompt of prompts(family).slice(0, 40)) {
        const keywords = prompt.replace(' =', '').split(' ');
        const decoding = await model.open([model.read(prompt, 64)]);
        const [best] = await constrainedSearch(decoding, { rules: model.rules, maxNewTokens: 40, beams: 5, keywords, model });
        const words = new Set(
          decoding
            .decode(0, best.tokens)
            .toLowerCase()
            .match(/[a-z]+/g) ?? [],
        );
        met += keywords.filter((keyword) => formsOf(keyword).some((form) => words.has(form))).length;
        all += keywords.length;
      }
      await model.close();
      console.log(`${family}: ${met} of ${all} words met`);
      expect(met / all).toBeGreaterThanOrEqual(0.99);
    },
    PATIENCE,
  );
});

describe.runIf(python && existsSync(join(folder, 'mid')))('speed', () => {
  it.each(['t5', 'gpt2'])(
    'of greedy decoding of %s is at least that of PyTorch',
    async (family) => {
      const model = await loadExportedModel(join(folder, 'mid', family));
      const asked: Case = { batch: 8, settings: { num_beams: 1, max_new_tokens: NEW } };
      const items = 24;
      // In turns, so that other work on the machine meets both alike.
      const ratios: number[] = [];
      for (let round = 0; round < 3; round++) {
        const { cases, megabytes } = askTorch(family, [asked], { size: 'mid', threads: 2, asked: prompts(family).slice(0, items) });
        const before = process.cpuUsage();
        const { seconds } = await askOurs(model, family, asked, items);
        const { user, system } = process.cpuUsage(before);
        const [torch] = cases;
        ratios.push(torch.seconds / seconds);
        const memory = `memory ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB, PyTorch ${Math.round(megabytes)} MB`;
        const processor = `processor ${((user + system) / 1e6).toFixed(1)} s, PyTorch ${torch.processor.toFixed(1)} s`;
        console.log(`${family}, ${items} items: ${seconds.toFixed(1)} s, PyTorch ${torch.seconds.toFixed(1)} s; ${processor}; ${memory}`);
      }
      await model.close();
      expect(ratios.sort((x, y) => x - y)[1]).toBeGreaterThanOrEqual(1);
    },
    PATIENCE,
  );
});
