/** The metric BERTScore: what it gives, needs and takes. How it measures is loaded when it is used. */
import { defineMetric } from '../../core/index.ts';

export const bertscore = defineMetric({
  name: 'bertscore',
  summary: 'BERTScore: greedy matching of token vectors (Zhang et al. 2020)',
  cost: 'slow',
  outputs: ['bertscoreP', 'bertscoreR', 'bertscoreF'],
  needs: { encoder: true },
  options: {
    model: { kind: 'tool', tool: 'encoder', summary: 'folder of an ONNX encoder, named like the model (roberta-large); default: MiniLM' },
    layer: {
      kind: 'number',
      least: 0,
      whole: true,
      summary: 'hidden state that is compared (default: as bert-score chooses)',
      prints: false,
    },
    idf: { kind: 'flag', summary: 'weigh tokens by their inverse document frequency in the references', prints: false },
    rescale: {
      kind: 'flag',
      summary: "also with the model's published baselines (default: where the named model has some)",
      prints: false,
    },
  },
  create: async (options) => (await import('./bertscore.ts')).createBertscore(options),
});
