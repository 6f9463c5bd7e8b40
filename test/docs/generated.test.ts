// Tests that every generated page of docs/ matches the code from which it is derived.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { SIGNALS_OF_ANY_TYPE, TYPES_OF_SIGNAL } from '../../scripts/build-event-docs.ts';
import { generatedDocs } from '../../scripts/generate-docs.ts';
import { SIGNALS, type SignalCode } from '../../src/scoring/signals/index.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';

const SIGNAL_SOURCES = new URL('../../src/scoring/signals/', import.meta.url);

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('the generated pages are up to date', async () => {
  const openApi = (await server.request({ url: '/openapi.json' })).json() as object;
  for (const [name, text] of Object.entries(await generatedDocs(openApi))) {
    const stored = readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
    // assert.equal would print two texts of half a megabyte.
    assert.ok(stored === text, `docs/${name} is out of date; run: npm run docs:generate`);
  }
});

/** A condition on the event type, in the source of a signal. */
const READS_TYPE =
  /isLogin\b|!isUnrecognizedFailure|eventClass !== '(?!passive)|input\.type (?:!==|===|\.startsWith)|ofSource\(facts/;
const REJECTS_PASSIVE = /eventClass [!=]== 'passive'|is(?:UnrecognizedContext|DoubtfulContext|UnknownSource)\(facts/;

test('docs/events.md lists the types of exactly those signals that read the type', () => {
  for (const { code } of SIGNALS) {
    const file = new URL(`${code.toLowerCase().replaceAll('_', '-')}.ts`, SIGNAL_SOURCES);
    const source = readFileSync(file, 'utf8').replaceAll("input.type === 'mfa_passed'", '');
    const documented = TYPES_OF_SIGNAL[code as SignalCode] !== undefined;
    if (documented) assert.match(source, READS_TYPE, `${code} is documented for certain types but reads none`);
    else if (!REJECTS_PASSIVE.test(source)) {
      assert.ok(SIGNALS_OF_ANY_TYPE.includes(code as SignalCode), `${code} fires for every type`);
    }
  }
});
