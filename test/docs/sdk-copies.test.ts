// The SDK imports nothing from the service, so it has copies of shared definitions. Compares them in the sources.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SESSION_TIMEOUT } from '../../src/flows/events/event-writes.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { EVENT_TYPE_PATTERN } from '../../src/vocabulary/event-types.ts';

const source = (file: string) => readFileSync(new URL(`../../sdk/src/${file}`, import.meta.url), 'utf8');

test('the SDK sends the event types that the service accepts', () => {
  assert.ok(source('client.ts').includes(`const EVENT = /${EVENT_TYPE_PATTERN}/;`));
});

test('a session ends in the SDK when it ends in the service', () => {
  const copy = `const IDLE_LIMIT_MS = ${SESSION_TIMEOUT / MINUTE} * 60 * 1000;`;
  assert.ok(source('identity/session-token.ts').includes(copy));
});
