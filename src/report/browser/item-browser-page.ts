/** Markup of a run report's item browser. Its data are in a script element with the id `items-data`. */
import { browserMarkup } from './browser-markup.ts';

export const ITEM_BROWSER_HTML = browserMarkup({
  id: 'items',
  label: 'Items',
  search: 'words of input, output, reference, or an id',
  controls: `<label>Score <select id="items-output"></select></label>
<label>Of <select id="items-run"></select></label>
<label>Order <select id="items-order"><option value="given">as in the dataset</option><option value="low">lowest first</option><option value="high">highest first</option><option value="apart">systems furthest apart</option></select></label>`,
  ticks: `<label class="tick"><input type="checkbox" id="items-differ"> only where systems differ</label>
<label class="tick"><input type="checkbox" id="items-missing"> only where something is missing</label>`,
  after: '<p class="controls"><button type="button" id="items-csv">Download the listed items as CSV</button></p>',
  files: 'predictions.jsonl and scores.json',
});
