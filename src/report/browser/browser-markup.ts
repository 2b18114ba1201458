/** Markup of a list that the page's script fills: search, filters, the list itself, and the chosen row beside it. */
import { escapeHtml } from '../escape.ts';

export interface BrowserMarkup {
  /** Ids of its elements begin with it: `items-list`. */
  id: string;
  /** Its name for those who cannot see it. */
  label: string;
  /** What the search box looks through. */
  search: string;
  /** Markup of further controls, between search and filters. */
  controls?: string;
  /** Markup of boxes to tick, after the filters. */
  ticks?: string;
  /** Markup under the list. */
  after?: string;
  /** Where all rows are, for a reader without JavaScript. */
  files: string;
}

export function browserMarkup({ id, label, search, controls = '', ticks = '', after = '', files }: BrowserMarkup): string {
  const name = escapeHtml(label);
  return `
<div class="controls" role="search" aria-label="${name}">
<label>Search <input type="search" id="${id}-search" placeholder="${escapeHtml(search)}" autocomplete="off" spellcheck="false"></label>
${controls}
<span id="${id}-groups" class="group-filters"></span>
${ticks}
</div>
<p id="${id}-count" class="note" role="status" aria-live="polite"></p>
<div class="browser controls" id="${id}-browser">
<div id="${id}-list" class="item-list" data-label="${name}"><div id="${id}-space"></div></div>
<article id="${id}-detail" class="item-detail" tabindex="0" aria-live="polite" aria-label="${name}: the chosen one"></article>
</div>
${after}
<noscript><p class="note">This list needs JavaScript; everything is in ${escapeHtml(files)}.</p></noscript>`;
}
