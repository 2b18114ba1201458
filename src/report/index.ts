/** Reports: tables in every format, plots without a browser, the self-contained page. */
export type { BrowseField, BrowseRows, BrowseValue } from './browser/browse-rows.ts';
export { browserMarkup } from './browser/browser-markup.ts';
export { BROWSER_STYLE } from './browser/browser-style.ts';
export { DATASET_BROWSER_SCRIPT } from './browser/dataset-browser-script.ts';
export { ITEM_BROWSER_HTML } from './browser/item-browser-page.ts';
export { ITEM_BROWSER_SCRIPT } from './browser/item-browser-script.ts';
export { createTextTable, packEvidence } from './browser/pack-evidence.ts';
export {
  type AnswerRow,
  type ChoiceRow,
  type EvidenceRows,
  type Found,
  foundIn,
  type ItemRow,
  type ReportRows,
} from './browser/report-rows.ts';
export { tableWithDownloads } from './download-table.ts';
export { escapeHtml, escapeLatex, escapeMarkdown, escapeScriptJson, showMarks } from './escape.ts';
export { type Mark, markText } from './marked-text.ts';
export { type Page, renderPage, type Section } from './page.ts';
export { type Figure, PALETTE, Plot, type PlotOptions, renderFigure } from './plot.ts';
export {
  fixed,
  isRight,
  percent,
  show,
  tableToCsv,
  tableToHtml,
  tableToLatex,
  tableToMarkdown,
} from './table.ts';
export { type TextTableOptions, tableToText } from './text-table.ts';
