// Writes the catalog of webhook types into docs/webhooks.md from the word list and the texts. Run by `npm run docs:generate`.
import { WEBHOOK_TYPE_TEXTS } from '../src/http/schemas/webhook-types.ts';
import { WEBHOOK_TYPES } from '../src/vocabulary/words.ts';
import { withSection } from './generated-section.ts';
import { markdownTable } from './markdown-table.ts';

const SECTION = { page: 'webhooks.md', name: 'catalog', script: 'build-webhook-docs.ts' };

/** Returns the page with the catalog between its two markers replaced. @throws Error when a marker is missing. */
export function withWebhookCatalog(page: string): string {
  const rows = WEBHOOK_TYPES.map((type) => {
    const { when, data } = WEBHOOK_TYPE_TEXTS[type];
    return [`\`${type}\``, when, data];
  });
  return withSection(page, SECTION, markdownTable(['Type', 'Sent when', '`data`'], rows));
}
