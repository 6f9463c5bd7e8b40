// Tests through which node two accounts are linked, and which labels the picture has room for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Links } from '../api/types.ts';
import { between, labeledNodes } from './layout.ts';

type Node = Links['nodes'][number];
const node = (kind: Node['kind'], label: string, distance: number): Node => ({
  ...{ id: label, kind, label, distance, event_count: 1 },
});

test('a node two steps away is linked through those beside the start, and one beside it through nothing', () => {
  const nodes = [
    node('account', 'victim', 0),
    node('device', 'phone', 1),
    node('network', '203.0.113.xxx', 1),
    node('account', 'other victim', 2),
  ];
  const edges = [
    { from: 0, to: 1 },
    { from: 2, to: 0 },
    { from: 3, to: 2 },
    { from: 1, to: 3 },
  ];
  const labels = (index: number) => between({ nodes, edges }, index).map(({ label }) => label);
  assert.deepEqual(labels(3), ['203.0.113.xxx', 'phone']);
  assert.deepEqual(labels(1), []);
});

test('every node of a small ring has a label; of a crowded one the accounts and what they are linked through', () => {
  const ring = (accounts: number, devices: number) => ({
    nodes: [
      node('account', 'start', 0),
      node('network', 'shared', 1),
      ...Array.from({ length: devices }, (_, index) => node('device', `d${index}`, 2)),
      ...Array.from({ length: accounts }, (_, index) => node('account', `a${index}`, 2)),
    ],
    edges: [],
  });
  assert.equal(labeledNodes(ring(4, 20)).size, 26);
  assert.equal(labeledNodes(ring(5, 60)).size, 7);
  assert.equal(labeledNodes(ring(60, 60)).size, 26);
  const nodes = [
    node('account', 'start', 0),
    ...Array.from({ length: 40 }, (_, index) => node('device', `d${index}`, 1)),
    node('account', 'other victim', 2),
  ];
  const edges = [...nodes.slice(1, 41).map((_, index) => ({ from: 0, to: index + 1 })), { from: 41, to: 17 }];
  const labels = [...labeledNodes({ nodes, edges })].map((index) => nodes[index]?.label);
  assert.deepEqual(labels, ['start', 'd16', 'other victim']);
});
