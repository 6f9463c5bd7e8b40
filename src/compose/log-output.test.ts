// Tests that only log lines are lost when they cannot be written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogOutput } from './log-output.ts';

const LINE = `${'x'.repeat(1_023)}\n`;

/** An output that accepts up to `space` bytes in total. */
function limited(space: number) {
  const device = { space, text: '' };
  const output = new LogOutput((bytes) => {
    const size = Math.min(bytes.length, device.space);
    if (size === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    device.space -= size;
    device.text += bytes.toString('utf8', 0, size);
    return size;
  });
  return { device, output };
}

test('F4: lines wait for space, are dropped and counted beyond a mebibyte, and stay whole', async () => {
  const { device, output } = limited(1_500);
  for (let n = 0; n < 3_000; n += 1) output.write(LINE);
  assert.equal(device.text.length, 1_500, 'the second line is cut for now');
  assert.ok(output.dropped > 1_900 && output.dropped < 2_000, String(output.dropped));
  device.space = Number.POSITIVE_INFINITY;
  while (!device.text.includes('log lines were dropped')) await sleep(20);
  const lines = device.text.trimEnd().split('\n');
  const report = JSON.parse(lines.pop() as string);
  assert.deepEqual([report.msg, report.dropped], ['log lines were dropped', output.dropped]);
  assert.equal(lines.length, 3_000 - output.dropped);
  assert.ok(lines.every((line) => `${line}\n` === LINE));
  output.write('next\n');
  assert.ok(device.text.endsWith('}\nnext\n'), 'later lines are written at once, and nothing is reported twice');
});

test('F4: output that keeps failing neither throws nor grows', () => {
  const { output } = limited(0);
  for (let n = 0; n < 5_000; n += 1) output.write(LINE);
  output.flush();
  assert.equal(output.dropped, 5_000 - 1_024);
});
