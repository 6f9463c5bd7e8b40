// Writes the catalog of webhook types into docs/webhooks.md from the word list and the texts. Run by `npm run docs:generate`.
import { WEBHOOK_TYPE_TEXTS } from '../src/http/schemas/webhook-types.ts';
import { WEBHOOK_TYPES } from '../src/vocabulary/words.ts';
import { markdownTable } from './markdown-table.ts';

const BEGIN = '<!-- catalog: written by scripts/build-webhook-docs.ts -->';
const END = '<!-- /catalog -->';

/** Returns the page with the catalog between its two markers replaced. @throws Error when a marker is missing. */
export function withWebhookCatalog(page: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('docs/webhooks.md lacks the markers of its catalog');
  const rows = WEBHOOK_TYPES.map((type) => {
    const { when, data } = WEBHOOK_TYPE_TEXTS[type];
    return [`\`${type}\``, when, data];
  });
  const table = markdownTable(['Type', 'Sent when', '`data`'], rows);
  return `${page.slice(0, begin + BEGIN.length)}\n${table}\n${page.slice(end)}`;
}
