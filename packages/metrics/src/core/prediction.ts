/** Predictions: a model's answer to an item, with everything needed to repeat the request. */

/** Tokens and cost of one answer. */
export interface Usage {
  inputTokens?: number;
  outputTokens?: number;
  cost?: number;
  /** The server did not report usage: tokens and cost are estimated from text lengths. */
  estimated?: boolean;
}

/** One text, or a list of sentences. */
export type PredictedText = string | readonly string[];

/** Joins sentences with spaces. */
export function joinSentences(prediction: PredictedText): string {
  return typeof prediction === 'string' ? prediction : prediction.join(' ');
}

/** The minimum that a file of predictions must contain. */
export interface Prediction {
  id: string;
  prediction: PredictedText;
}

/** One of several answers that a model ranked. */
export interface RankedText {
  text: string;
  /** The model's own score: the mean natural-log probability of its tokens. */
  score: number;
  /** The features used by re-ranking. */
  features?: Readonly<Record<string, number>>;
}

/** One line of a run folder's predictions.jsonl. */
export interface RunPrediction extends Prediction {
  prediction: string;
  /** The sentences of the prediction, if it was given as a list. */
  sentences?: readonly string[];
  /** The raw output of the model. */
  raw: string;
  repeat: number;
  /** The number of the input order, with `--permute`. */
  order: number;
  examples: string[];
  ms: number;
  usage?: Usage;
  /** Log-probabilities by original label, if the choices were scored. */
  choices?: { by: 'label' | 'text'; logprobs: Record<string, number> };
  /** All ranked answers, in the order of the model. */
  nbest?: readonly RankedText[];
  reasoning?: string;
  ended?: 'stop' | 'length' | 'refused';
  error?: string;
}
