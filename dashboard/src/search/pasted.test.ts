// Tests what the search makes of a pasted text: links, ids in capitals, campaigns, accounts and parts of addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingFound, readPasted } from './pasted.ts';

const NUMBER = '01m8ef7rx2f2wvh1xndcf163pk';

test('finds the id in a link, a message and in capitals', () => {
  const texts = [
    `evt_${NUMBER}`,
    ` EVT_${NUMBER.toUpperCase()} `,
    `https://risk.example.com/#/env_${NUMBER}/events/evt_${NUMBER}?tab=1`,
    `see "evt_${NUMBER}".`,
  ];
  for (const text of texts) assert.deepEqual(readPasted(text), { query: `evt_${NUMBER}`, campaign: null }, text);
  assert.equal(readPasted(`wh_evt_${NUMBER}`).query, `wh_evt_${NUMBER}`);
  assert.equal(readPasted(`…/network/net_${NUMBER}`).query, `net_${NUMBER}`);
});

test('asks for the event that a campaign is named after', () => {
  const expected = { query: `evt_${NUMBER}`, campaign: `cmp_${NUMBER}` };
  assert.deepEqual(readPasted(`https://risk.example.com/#/env_1/campaigns/cmp_${NUMBER}`), expected);
});

test('leaves accounts, beginnings of ids and addresses as they are', () => {
  for (const text of ['guest 105', 'Jo@Example.com', 'evt_01m8', `my_evt_${NUMBER}9`, '198.51.100.77', '2001:db8::1']) {
    assert.deepEqual(readPasted(` ${text} `), { query: text, campaign: null });
  }
});

test('says how a part of an address can be searched', () => {
  for (const part of ['198.51.100', '198.51.100.', '198.51.100.*', '198.51.100.0/24']) {
    assert.match(nothingFound(part), /a masked one such as 198\.51\.100\.xxx/, part);
  }
  for (const text of ['198.51.100.7', '198.51.100.xxx', '2001:db8::xxx', '2001:db8::1', 'guest 1', 'abc', '12.5']) {
    assert.equal(nothingFound(text), 'Nothing in this environment matches.', text);
  }
});
