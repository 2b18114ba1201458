/** The two stemmers of the metrics: Snowball English for METEOR, NLTK's Porter for rouge-score. */
export { stemPorterNltk } from './stem-porter-nltk.ts';
export { stemSnowball } from './stem-snowball.ts';
