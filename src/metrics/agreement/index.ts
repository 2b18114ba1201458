/** Agreement of annotators and correlation of metrics. */
export { cohenKappa } from './cohen-kappa.ts';
export { cronbachAlpha } from './cronbach-alpha.ts';
export { fleissKappa } from './fleiss-kappa.ts';
export { kendallTau } from './kendall-tau.ts';
export { krippendorffAlpha } from './krippendorff-alpha.ts';
export { pearson } from './pearson.ts';
export { spearman } from './spearman.ts';
