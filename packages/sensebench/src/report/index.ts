/** Reports: tables in every format, and the self-contained page. Plots have their own entry, because their types need @types/d3. */
export { addressOf, type BrowseField, type BrowseRow, type BrowseRows, type BrowseValue, openRows } from './browser/browse-rows.ts';
export { BROWSER_STYLE, browserMarkup, ITEM_BROWSER_HTML } from './browser/browser-markup.ts';
export { DATASET_BROWSER_SCRIPT } from './browser/dataset-browser-script.ts';
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
export { escapeHtml, escapeLatex, escapeMarkdown, escapeScriptJson, isolateHtml, type Mark, markText, showMarks } from './escape.ts';
export { packJson } from './pack-json.ts';
export { type Page, renderPage, type Section } from './page.ts';
export { resultText } from './result-text.ts';
export { fixed, isRight, percent, show, tableToCsv, tableToHtml, tableToLatex, tableToMarkdown, tableWithDownloads } from './table.ts';
export { type TextTableOptions, tableToText } from './text-table.ts';
