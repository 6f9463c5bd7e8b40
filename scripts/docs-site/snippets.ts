// The API reference with requests in several languages and example responses, as Markdown.
import { HTTPSnippet } from '@readme/httpsnippet';
import { examplePath, exampleQuery, type Parameter } from '../../src/http/server/openapi-parameters.ts';

const LANGUAGES = [
  ['sh', 'shell', 'curl'],
  ['js', 'javascript', 'fetch'],
  ['python', 'python', 'requests'],
  ['php', 'php', 'curl'],
  ['go', 'go', 'native'],
  ['ruby', 'ruby', 'native'],
  ['java', 'java', 'nethttp'],
] as const;

const BASE_URL = 'http://127.0.0.1:8080';
const TOKEN_OF: Readonly<Record<string, string>> = {
  public_key: 'pub_test_YOUR_KEY',
  secret_key: 'sec_test_YOUR_KEY',
  session: 'YOUR_SESSION_TOKEN',
};

export interface DocumentedOperation {
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

/** Fences in every language for the request, then the response. */
export function operationExamples(method: string, path: string, operation: DocumentedOperation): string {
  const scheme = Object.keys(operation.security.at(-1) ?? {})[0];
  // A backend uses the secret key; only the dashboard has sessions.
  const keys = operation.security.flatMap((entry) => Object.keys(entry));
  const credential = keys.includes('secret_key') ? 'secret_key' : scheme;
  const body = operation.requestBody?.content['application/json']?.example;
  const headers = [
    ...(credential === undefined ? [] : [{ name: 'authorization', value: `Bearer ${TOKEN_OF[credential]}` }]),
    ...(body === undefined ? [] : [{ name: 'content-type', value: 'application/json' }]),
  ];
  const { parameters = [] } = operation;
  const snippet = new HTTPSnippet({
    method: method.toUpperCase(),
    url: BASE_URL + examplePath(path, parameters),
    headers,
    queryString: exampleQuery(parameters),
    cookies: [],
    httpVersion: 'HTTP/1.1',
    headersSize: -1,
    bodySize: -1,
    ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
  } as ConstructorParameters<typeof HTTPSnippet>[0]);
  const requests = LANGUAGES.map(([fence, target, client]) => {
    const [code] = [snippet.convert(target, client)].flat();
    return `\`\`\`${fence}\n${String(code).trim()}\n\`\`\``;
  });
  const success = Object.entries(operation.responses).findLast(([status]) => status < '300');
  const answer = success?.[1].content?.['application/json']?.example;
  const response =
    answer === undefined ? [] : [`Response ${success?.[0]}:`, `\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``];
  return [...requests, ...response].join('\n\n');
}
