// Tests the form of ids, which are stored and sort by time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeBase32, idFloor, isId, siblingId } from './ids.ts';

const AT = Date.UTC(2026, 2, 10, 12);

test('encodes 16 bytes in the order of their bits', () => {
  assert.equal(encodeBase32(new Uint8Array(16)), '0'.repeat(26));
  assert.equal(encodeBase32(new Uint8Array(16).fill(255)), `7${'z'.repeat(25)}`);
  assert.equal(
    encodeBase32(Uint8Array.from({ length: 16 }, (_, index) => index * 16 + index)),
    '0024h36h2ncsvrh6daqf6dvvqz',
  );
});

test('the floor of a time sorts before all ids of it and after all earlier ones', () => {
  assert.equal(idFloor('event', 0), `evt_${'0'.repeat(26)}`);
  const times = [AT - 65_537, AT - 65_536, AT - 1, AT, AT + 1, AT + 65_536];
  const floors = times.map((at) => idFloor('event', at));
  assert.deepEqual([...floors].sort(), floors);
  assert.equal(new Set(floors).size, times.length);
  // A UUID of version 7 has the time in its first 48 bits.
  const bytes = Uint8Array.from(Buffer.from(`${AT.toString(16).padStart(12, '0')}${'f'.repeat(20)}`, 'hex'));
  const last = `evt_${encodeBase32(bytes)}`;
  assert.ok(idFloor('event', AT) < last && last < idFloor('event', AT + 1));
});

test('an id has the prefix of its kind and 26 characters', () => {
  const id = idFloor('event', AT);
  assert.ok(isId('event', id));
  assert.ok(isId('delivery', siblingId('delivery', id)), 'a prefix with an underscore');
  for (const broken of [
    id.slice(4),
    id.slice(0, -1),
    `${id}0`,
    id.replace('_', '-'),
    id.toUpperCase(),
    `evt_8${'0'.repeat(25)}`,
  ]) {
    assert.ok(!isId('event', broken), broken);
  }
  assert.ok(!isId('device', id));
  assert.equal(siblingId('device', 'wh_evt_0123456789abcdefghjkmnpqrs'), 'dev_0123456789abcdefghjkmnpqrs');
});
