// Tests the fields for a date and time: they can be typed and edited part by part, and the list follows only complete times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors, drawn, screenAt } from '../visitor.ts';

const dashboard = runDashboard({
  prepare: async (service) => {
    await service.request('POST', '/v1/events', { event: 'login', account: { id: 'u_1' } });
  },
});

const field = () => dashboard.visitor.page.getByLabel(/^From/);

/** Puts the focus on the first part of the field, which is the month; a field that has the focus would keep it on another part. */
async function focusMonth(): Promise<void> {
  await field().blur();
  await field().focus();
}

test('a time is typed key by key, and the list is read for the complete time only', async () => {
  const { page, open } = dashboard.visitor;
  await open('events?from=2026-01-15T10:30:00.000Z', 'Events');
  const requested = new Set<string>();
  page.on('request', (request) => {
    const from = new URL(request.url()).searchParams.get('from');
    if (from !== null) requested.add(from.slice(0, 4));
  });
  await focusMonth();
  await page.keyboard.type('02032025');
  assert.match(await field().inputValue(), /^2025-02-03T/);
  await screenAt(page, /from=2025-02-0/);
  assert.deepEqual([...requested].sort(), ['2025', '2026'], 'no year that is half typed');
  page.removeAllListeners('request');
  assertNoErrors(page);
});

test('a part that is deleted does not end the filter', async () => {
  const { page, open } = dashboard.visitor;
  await open('events?from=2026-01-15T10:30:00.000Z', 'Events');
  const before = await field().inputValue();
  await focusMonth();
  await page.keyboard.press('Backspace');
  await drawn(page);
  assert.equal(await field().inputValue(), '', 'the browser waits for the rest');
  await page.keyboard.type('02');
  assert.match(await field().inputValue(), /^2026-02-15T/);
  await screenAt(page, /from=2026-02-15/);
  await focusMonth();
  await page.keyboard.press('Backspace');
  await field().blur();
  await drawn(page);
  assert.equal(await field().inputValue(), before.replace('-01-', '-02-'), 'an unfinished time is dropped');
  assert.match(page.url(), /from=2026-02-15/);
  assertNoErrors(page);
});

test('an emptied field ends the filter when the focus leaves it', async () => {
  const { page, open } = dashboard.visitor;
  await open('events?from=2026-01-15T10:30:00.000Z', 'Events');
  await field().fill('');
  await field().blur();
  await screenAt(page, (url) => !url.hash.includes('from='));
  await open('policy?tab=backtest', 'Policy');
  const start = page.getByLabel(/^Events from/);
  const before = await start.inputValue();
  await start.fill('');
  await start.blur();
  assert.equal(await start.inputValue(), before, 'a backtest needs its range');
  assertNoErrors(page);
});
