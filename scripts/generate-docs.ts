// `npm run docs:generate`: writes every page of docs/ that is derived from the code. A test fails if one is out of date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { apiPage, type OpenApiDocument } from './build-api-docs.ts';
import { withConditionFields } from './build-condition-docs.ts';
import { errorPage } from './build-error-docs.ts';
import { eventPage } from './build-event-docs.ts';
import { settingsPage } from './build-settings-docs.ts';
import { signalDocument } from './build-signal-docs.ts';
import { withWebhookCatalog } from './build-webhook-docs.ts';
import { withCode } from './embed-code.ts';

const DOCS = new URL('../docs/', import.meta.url);

/** The current text of each generated file of docs/, by name. `openApi` is the document of the service. */
export async function generatedDocs(openApi: object): Promise<Record<string, string>> {
  return {
    'api.md': apiPage(openApi as OpenApiDocument),
    'openapi.json': `${JSON.stringify(openApi, null, 2)}\n`,
    'openapi.d.ts': await typesOf(openApi),
    'errors.md': errorPage(),
    'events.md': eventPage(),
    'glossary.md': glossaryPage(),
    'recipes/thresholds.md': withConditionFields(readFileSync(new URL('recipes/thresholds.md', DOCS), 'utf8')),
    'settings.md': settingsPage(),
    'signals.md': signalDocument(),
    'webhooks.md': withWebhookCatalog(readFileSync(new URL('webhooks.md', DOCS), 'utf8')),
    ...pagesWithCode(),
  };
}

/** The pages that embed code of examples/. */
function pagesWithCode(): Record<string, string> {
  const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  const texts = pages.map((name) => [name, readFileSync(new URL(name, DOCS), 'utf8')] as const);
  return Object.fromEntries(
    texts.filter(([, text]) => text.includes('<!-- code ')).map(([name, text]) => [name, withCode(text)]),
  );
}

/** The glossary of ARCHITECTURE.md, for readers of the documentation. */
function glossaryPage(): string {
  const text = readFileSync(new URL('../ARCHITECTURE.md', DOCS), 'utf8');
  const table = text.slice(text.indexOf('| Term | Meaning |')).split('\n\n')[0]?.trim();
  const source = '<!-- Generated from the glossary of ARCHITECTURE.md by scripts/generate-docs.ts. -->';
  return `# Glossary\n\n${source}\n\nThe terms of the documentation, the API and the code.\n\n${table}\n`;
}

/** The types of the API, for clients in TypeScript. */
async function typesOf(openApi: object): Promise<string> {
  const nodes = await openapiTS(structuredClone(openApi) as OpenAPI3);
  return `// Types of the Assay API, generated from its OpenAPI document by openapi-typescript. Do not edit.\n\n${astToString(nodes)}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { startTestServer } = await import('../test/http/test-server.ts');
  const server = await startTestServer();
  const openApi = (await server.request({ url: '/openapi.json' })).json() as object;
  await server.close();
  for (const [name, text] of Object.entries(await generatedDocs(openApi))) writeFileSync(new URL(name, DOCS), text);
}
