/** A model's answer to an item, with everything needed to ask again. */

/** Tokens and cost of one answer. */
export interface Usage {
  inputTokens?: number;
  outputTokens?: number;
  cost?: number;
  /** The server did not count: tokens and cost are estimated from the lengths of the texts. */
  estimated?: boolean;
}

/** The least that a file of predictions holds. */
export interface Prediction {
  id: string;
  prediction: string;
}

/** One line of a run folder's predictions.jsonl. */
export interface RunPrediction extends Prediction {
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
  reasoning?: string;
  ended?: 'stop' | 'length' | 'refused';
  error?: string;
}
