// Tests the word that is suggested for a misspelled one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance } from './edit-distance.ts';
import { nearest } from './nearest.ts';

test('counts inserted, removed and replaced characters', () => {
  const cases: [string, string, number][] = [
    ['', '', 0],
    ['abc', 'abc', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['abc', 'abd', 1],
    ['abc', 'ac', 1],
    ['ac', 'abc', 1],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 2],
  ];
  for (const [one, other, edits] of cases) assert.equal(editDistance(one, other), edits, `${one} ${other}`);
});

test('suggests the only completion, else the nearest word within a third of the edits', () => {
  const known = ['events', 'devices', 'device-trust', 'accounts'];
  assert.equal(nearest('eve', known), 'events');
  assert.equal(nearest('devi', known), null, 'two completions, and both are too far away');
  assert.equal(nearest('device', known), 'devices');
  assert.equal(nearest('evnets', known), 'events');
  assert.equal(nearest('evnetz', known), null);
  assert.equal(nearest('acounts', known), 'accounts');
  assert.equal(nearest('abx', ['aby', 'abz']), 'aby', 'the first of equals');
  assert.equal(nearest('abcdefx', ['abczzfx', 'abcdefy']), 'abcdefy', 'a nearer one after another');
  assert.equal(nearest('xyz', []), null);
});
