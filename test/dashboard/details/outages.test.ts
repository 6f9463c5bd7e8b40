// Tests that a part of a screen whose read fails says so, instead of looking as if there were nothing to show, and that it can be read again.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { runDashboard } from '../running-dashboard.ts';
import { createSampleData, type SampleData } from '../sample-data.ts';
import { eventsOf } from '../service.ts';
import { assertNoErrors } from '../visitor.ts';

let sample: SampleData;
const dashboard = runDashboard({
  events: true,
  prepare: async (service) => {
    sample = await createSampleData(service);
  },
});
after(() => sample?.receiver[Symbol.asyncDispose]());

const PROBLEM = {
  title: 'Storage unavailable',
  status: 503,
  detail: 'The database is busy.',
  code: 'storage_unavailable',
};

/** Lets every read of paths that match fail, until the returned function is called. */
async function failReads(page: Page, path: RegExp): Promise<() => Promise<void>> {
  const matches = (url: URL) => path.test(url.pathname);
  await page.route(matches, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(PROBLEM) }),
  );
  return () => page.unroute(matches);
}

/** Opens a screen on which the reads that match fail; each part of `missing` must be named, and be there after another try. */
async function assertNamed(screen: string, path: RegExp, missing: readonly string[]): Promise<void> {
  const { page, open } = dashboard.visitor;
  // Before the reload: it may already be this screen.
  const recover = await failReads(page, path);
  // Nothing that an earlier screen has read is left.
  await page.reload();
  await open(screen);
  const parts = missing.map((what) => page.getByRole('alert').filter({ hasText: `${what} could not be read.` }));
  for (const part of parts) await part.waitFor();
  await recover();
  for (const part of parts) {
    await part.getByRole('button', { name: 'Try again' }).click();
    await part.waitFor({ state: 'detached' });
  }
}

test('names each part of a screen that could not be read, and reads it again', async () => {
  const [blocked] = await eventsOf(dashboard.service, 'decision=block&limit=1');
  assert.ok(blocked !== undefined);
  await assertNamed('overview', /\/alerts$/, ['Open alerts']);
  await assertNamed(`events/${blocked.id}`, /\/(campaigns|policy\/versions)\//, [
    'The thresholds that decided',
    'The campaign of the event',
  ]);
  await assertNamed(`events/${blocked.id}`, /\/v1\/(devices\/dev_\w+|members)$/, [
    'The activity of the device',
    'The other members',
  ]);
  const [challenged] = await eventsOf(dashboard.service, 'decision=challenge&event_type=login&limit=1');
  assert.ok(challenged !== undefined);
  await assertNamed(`events/${challenged.id}`, /\/events$/, ['The result of the challenge']);
  await assertNamed('worklist?queue=unlabeled', /\/v1\/members$/, ['The other members']);
  await assertNamed(`accounts/${blocked.external_account_id}`, /\/campaigns\//, ['The campaigns']);
  await assertNamed('policy?tab=versions', /\/policy\/versions\/2$/, ['Version 2']);
  assertNoErrors(dashboard.visitor.page, /503/);
});

test('does not call a list of saved views empty that could not be read', async () => {
  const { page, open } = dashboard.visitor;
  await page.reload();
  const recover = await failReads(page, /\/views$/);
  await open('events', 'Events');
  await page.getByRole('button', { name: 'Views' }).click();
  const retry = page.getByRole('menuitem', { name: 'Saved views could not be read. Try again' });
  await retry.waitFor();
  await recover();
  await retry.click();
  await page.getByText('No saved views yet').waitFor();
});

test('compares no devices while the other one could not be read', async () => {
  const { page, open } = dashboard.visitor;
  const [one, other] = await eventsOf(dashboard.service, 'decision=block&decision=challenge&limit=100').then(
    (events) => {
      const first = events[0];
      return [first, events.find(({ device }) => device.id !== first?.device.id)];
    },
  );
  assert.ok(one !== undefined && other !== undefined);
  await page.reload();
  const recover = await failReads(page, new RegExp(`/devices/${other.device.id}$`));
  await open(`devices/${one.device.id}?tab=compare&with=${other.device.id}`);
  const error = page.getByRole('alert').filter({ hasText: 'Storage unavailable' });
  await error.waitFor();
  assert.equal(await page.getByRole('table', { name: 'Comparison of the two devices' }).count(), 0);
  await recover();
  await error.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Comparison of the two devices' }).waitFor();
});
