/** Audits of datasets: shortcuts, patterns, repetitions, telling words, regions of the world. */
export { auditDataset } from './audit-dataset.ts';
export { renderAuditPage } from './audit-page.ts';
export type { RunItemScores } from './count-regions.ts';
export { describeAudit } from './describe-audit.ts';
export type { NamedSplit } from './find-near-duplicates.ts';
export type { AuditLanguage } from './item-texts.ts';
export { measureBaselines } from './measure-baselines.ts';
