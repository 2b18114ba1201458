/** A model's answer to an item, with everything needed to ask again. */

/** Tokens and cost of one answer. */
export interface Usage {
  inputTokens?: number;
  outputTokens?: number;
  cost?: number;
  /** The server did not count: tokens and cost are estimated from the lengths of the texts. */
  estimated?: boolean;
}

/** One text; or a list of sentences, which says where each ends. */
export type PredictedText = string | readonly string[];

/** The text of a list of sentences has a space between them. */
export function joinSentences(prediction: PredictedText): string {
  return typeof prediction === 'string' ? prediction : prediction.join(' ');
}

/** The least that a file of predictions holds. */
export interface Prediction {
  id: string;
  prediction: PredictedText;
}

/** One of several answers that a model ranked. */
export interface RankedText {
  text: string;
  /** The model's own score: the mean natural-log probability of its tokens. */
  score: number;
  /** What a re-ranking saw in it, by feature. */
  features?: Readonly<Record<string, number>>;
}

/** One line of a run folder's predictions.jsonl. */
export interface RunPrediction extends Prediction {
  prediction: string;
  /** The sentences of the prediction, where it was given as a list of them. */
  sentences?: readonly string[];
  /** The model's text. */
  raw: string;
  repeat: number;
  /** Which order of the input this is, with `--permute`. */
  order: number;
  examples: string[];
  ms: number;
  usage?: Usage;
  /** Log-probabilities by the item's own labels, where the choices were scored. */
  choices?: { by: 'label' | 'text'; logprobs: Record<string, number> };
  /** All answers that the model ranked, in its own order. */
  nbest?: readonly RankedText[];
  reasoning?: string;
  ended?: 'stop' | 'length' | 'refused';
  error?: string;
}
