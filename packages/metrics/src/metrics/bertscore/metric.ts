/** The metric BERTScore: its outputs, tools and options. The implementation is loaded on first use. */
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
      summary: 'hidden state to compare (default: the choice of bert-score)',
      prints: false,
    },
    idf: { kind: 'flag', summary: 'weigh tokens by their inverse document frequency in the references', prints: false },
    rescale: {
      kind: 'flag',
      summary: 'also rescale with the published baselines of the model (default: if the named model has some)',
      prints: false,
    },
  },
  create: async (options) => (await import('./bertscore.ts')).createBertscore(options),
});
