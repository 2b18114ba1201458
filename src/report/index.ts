/** Reports: tables in every format, plots without a browser, the self-contained page. */
export { addressOf, type BrowseField, type BrowseRow, type BrowseRows, type BrowseValue, openRows } from './browser/browse-rows.ts';
export { browserMarkup } from './browser/browser-markup.ts';
export { BROWSER_STYLE } from './browser/browser-style.ts';
export { DATASET_BROWSER_SCRIPT } from './browser/dataset-browser-script.ts';
export { ITEM_BROWSER_HTML } from './browser/item-browser-page.ts';
export { ITEM_BROWSER_SCRIPT } from './browser/item-browser-script.ts';
export { openItems } from './browser/open-items.ts';
export { createTextTable, packEvidence, type TextTable } from './browser/pack-evidence.ts';
export {
  type AnswerRow,
  type ChoiceRow,
  type EvidenceRows,
  type Found,
  foundIn,
  type ItemBlock,
  type ItemRow,
  type ReportRows,
} from './browser/report-rows.ts';
export { BLOCK_ROWS } from './browser/row-blocks.ts';
export { tableWithDownloads } from './download-table.ts';
export { escapeHtml, escapeLatex, escapeMarkdown, escapeScriptJson, showMarks } from './escape.ts';
export { type Mark, markText } from './marked-text.ts';
export { packJson } from './pack-json.ts';
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
