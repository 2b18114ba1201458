/** What metrics read from the user's data folder: METEOR's paraphrases, where they were added. */
import type { ActionContext } from '../core/index.ts';
import type { MetricOptions } from '../metrics/index.ts';
import { findOptionalData, OPTIONAL_DATA } from './optional-data.ts';

export async function readMetricOptions(metrics: readonly string[], context: Pick<ActionContext, 'say'>): Promise<MetricOptions> {
  if (!metrics.includes('meteor')) return {};
  const paraphrases = findOptionalData('meteor-paraphrases');
  if (!paraphrases) context.say(`METEOR runs without its paraphrases; to add them: ${OPTIONAL_DATA['meteor-paraphrases'].get}`);
  return { meteor: { paraphrases } };
}
