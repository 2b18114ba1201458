/** Linear models over hashed features. */
export { featureKey, hashText } from './feature-key.ts';
export { PackedModel } from './packed-model.ts';
