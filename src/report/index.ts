/** Reports: tables in every format, plots without a browser, the self-contained page. */
export { tableWithDownloads } from './download-table.ts';
export { escapeHtml, escapeLatex, escapeMarkdown, escapeScriptJson } from './escape.ts';
export { ITEM_BROWSER_HTML, ITEM_BROWSER_SCRIPT, ITEM_BROWSER_STYLE } from './item-browser.ts';
export { type Mark, markText } from './marked-text.ts';
export { type Page, renderPage, type Section } from './page.ts';
export { type Figure, PALETTE, Plot, type PlotOptions, renderFigure } from './plot.ts';
export {
  fixed,
  percent,
  show,
  tableToCsv,
  tableToHtml,
  tableToLatex,
  tableToMarkdown,
  tableToText,
} from './table.ts';
