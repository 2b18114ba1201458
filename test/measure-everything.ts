/** Everything that @sensebench/metrics computes, for the same texts: Node and a browser must give the same result. */
import type { Tools } from '../packages/metrics/src/core/index.ts';

type Package = typeof import('../packages/metrics/src/index.ts');

export interface Texts {
  captions: { candidate: string; references: string[] }[];
  /** The file of a METEOR paraphrase table: a path in Node, a URL in a browser. */
  paraphrases: string;
}

/** As JSON; numbers keep every digit. */
export async function measureEverything(metrics: Package, { captions, paraphrases }: Texts): Promise<string> {
  const { METRICS, freezeFrequencies, score, splitSentences, stemPorterNltk, stemSnowball, tokenizeCoco, tokenizeTreebank } = metrics;
  const odd = oddTexts();
  const items = [
    ...captions,
    ...odd.map((candidate, i) => ({ candidate, references: [odd[(i + 1) % odd.length], candidate, 'A dog runs. It is fast.'] })),
  ].map(({ candidate, references }, i) => ({ candidate, item: { id: String(i), input: null, references, meta: {} } }));
  const request = {
    items: items.map(({ item }) => item),
    predictions: items.map(({ candidate }) => candidate),
    metrics: Object.keys(METRICS).filter((name) => name !== 'classification'),
    keywords: () => ['dog', 'run', 'take part'],
    exchanged: ({ references }: { references: readonly string[] }) => references.map((text) => text.split('. ').reverse().join('. ')),
    tools: toolsOf(metrics, await metrics.loadWordNet()),
    version: metrics.version,
  };
  const scores = await score({ ...request, options: { meteor: { paraphrases } }, intervals: { resamples: 20, seed: 5 } });
  const otherScores = await score({
    ...request,
    metrics: ['bleuSacre', 'chrf', 'ter', 'cider', 'meteor', 'bertscore'],
    options: {
      bleuSacre: { tokenize: 'intl', smooth: 'floor', lowercase: true },
      chrf: { lowercase: true, whitespace: true },
      ter: { normalized: true, noPunct: true, asian: true },
      cider: { idf: freezeFrequencies(request.items) },
      bertscore: { idf: true, layer: 1 },
    },
    tokenized: true,
  });
  const texts = [...odd, ...captions.map(({ candidate }) => candidate)];
  const words = texts.flatMap((text) => text.split(' '));
  return JSON.stringify(
    {
      scores,
      otherScores,
      answers: await score({
        predictions: ['Yes.', 'no', '\u{1f600}', ''],
        references: ['yes', 'yes', 'no', 'no'],
        metrics: ['classification'],
      }),
      tokens: texts.map((text) => [splitSentences(text), tokenizeCoco(text), tokenizeTreebank(text)]),
      stems: words.map((word) => [stemPorterNltk(word), stemSnowball(word)]),
      agreement: agreementOf(metrics),
      significance: await significanceOf(metrics, captions),
    },
    (_, value: unknown) => (typeof value === 'number' && (Object.is(value, -0) || !Number.isFinite(value)) ? `number ${value}` : value),
  );
}

/** Texts that programs stumble over. Lone surrogates are made here, because no file can hold them. */
function oddTexts(): string[] {
  const [high, low] = [0xd83d, 0xde00].map((code) => String.fromCharCode(code));
  const controls = Array.from({ length: 0xa1 }, (_, code) => String.fromCharCode(code));
  return [
    '',
    ' ',
    '\n\n\t\u2028\u2029\u0085',
    '\u{1f600} a dog \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f1e9}\u{1f1ea} \u2764\ufe0f',
    `a ${high} dog ${low} runs${high}`,
    `${low}${high}`,
    'كلب يركض في الحديقة، والقطة نائمة.',
    'הכלב רץ \u202eabc\u202c \u200fdog',
    controls.join(''),
    controls.filter((character) => !/[a-z]/i.test(character)).join(' dog '),
    'İSTANBUL Straße ΣΑΣ ς ǅ ﬁne \u0130',
    'e\u0301 \u00e9 A\u030a \u212b',
    '狗在公园里跑。猫睡着了！',
    'कुत्ता दौड़ता है। 개가 달린다. 犬が走る。ﾊﾝｶｸ',
    '\u{1d400}\u{1d401} \u{10ffff} \ufffe \ufeff x\u200bx\u00adx',
    '__proto__ constructor toString hasOwnProperty NaN Infinity -0 1e400',
    "||| ||  can't won't 'tis $1,000.50 (U.S.) 3.14% a.m. http://x.org/?a=b#c @you #tag &amp; &lt;b> <skipped>",
    'a dog runs fast and takes part in the race .',
    'The old dog runs over a green lawn while two cats are sleeping. '.repeat(150),
    'x'.repeat(20_000),
  ];
}

/** Tools that models give otherwise: any that give the same everywhere will do. */
function toolsOf({ createRandom, tokenizeCoco, tokenizeTreebank }: Package, wordnet: Tools['wordnet']): Tools {
  const vectorOf = (text: string, dimensions: number) => {
    const random = createRandom(text);
    const vector = Float32Array.from({ length: dimensions }, () => random.next() - 0.5);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  const flat = (vectors: readonly Float32Array[]) => Float32Array.from(vectors.flatMap((vector) => [...vector]));
  return {
    wordnet,
    tokens: (kind, text) => (kind === 'coco' ? tokenizeCoco(text) : tokenizeTreebank(text).map((token) => token.text)),
    analyse: async (texts) =>
      texts.map((text) => {
        const tokens = tokenizeTreebank(text).map((token) => ({
          ...token,
          tag: /s$/.test(token.text) ? 'VBZ' : 'NN',
          lemma: token.text.toLowerCase(),
        }));
        return { text, tokens, entities: [] };
      }),
    embedder: { id: 'random', dimensions: 8, embed: async (texts) => flat(texts.map((text) => vectorOf(text, 8))) },
    encoder: {
      id: 'random',
      dimensions: 6,
      layers: 2,
      encode: async (texts, { layer }) =>
        texts.map((text) => {
          const tokens = ['[CLS]', ...tokenizeCoco(text).slice(0, 100), '[SEP]'];
          return {
            tokens,
            ids: tokens.map((token) => token.length),
            special: tokens.map((_, i) => i === 0 || i === tokens.length - 1),
            states: flat(tokens.map((token) => vectorOf(`${layer} ${token}`, 6))),
          };
        }),
    },
  };
}

function agreementOf({ cohenKappa, createRandom, cronbachAlpha, fleissKappa, kendallTau, krippendorffAlpha, pearson, spearman }: Package) {
  const random = createRandom('ratings');
  const rows = Array.from({ length: 60 }, () => Array.from({ length: 4 }, () => random.below(5)));
  const [first, second] = [0, 1].map((column) => rows.map((row) => row[column] + random.next() / 8));
  return {
    cohen: (['none', 'linear', 'quadratic'] as const).map((weights) =>
      cohenKappa(
        rows.map(([a]) => a),
        rows.map(([, b]) => b),
        { weights },
      ),
    ),
    fleiss: fleissKappa(rows),
    krippendorff: (['nominal', 'ordinal', 'interval', 'ratio'] as const).map((level) => krippendorffAlpha(rows, { level })),
    cronbach: cronbachAlpha(rows),
    correlations: [pearson(first, second), spearman(first, second), kendallTau(first, second)],
  };
}

async function significanceOf(metrics: Package, captions: Texts['captions']) {
  const { bootstrapInterval, holm, measure, pairedBootstrap, pairedPermutation } = metrics;
  const sample = captions.slice(0, 30);
  const items = sample.map(({ references }, i) => ({ id: String(i), input: null, references, meta: {} }));
  const systems = [sample, [...sample.slice(1), sample[0]]].map((system) => system.map(({ candidate }) => candidate));
  const [first, second] = await Promise.all(systems.map((predictions) => measure({ items, predictions, metrics: ['bleu'] })));
  const [{ metric, context, stats }] = first.measured;
  const scoreOf = (sample: readonly unknown[]) => metric.score(sample, context);
  const others = second.measured[0].stats;
  const permutation = pairedPermutation(stats, others, scoreOf, { resamples: 200, seed: 3 });
  return {
    bootstrap: pairedBootstrap(stats, others, scoreOf, { resamples: 200, seed: 3 }),
    permutation,
    holm: holm(Object.values(permutation).map((test) => test?.p ?? null)),
    interval: bootstrapInterval([0.1, 0.7, 0.2, 0.25], (sample) => sample.reduce((sum, value) => sum + value, 0) / sample.length, {
      resamples: 200,
    }),
  };
}
