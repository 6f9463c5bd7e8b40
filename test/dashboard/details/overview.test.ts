// Tests the choice between the overviews of one day and of several days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors } from '../visitor.ts';

const dashboard = runDashboard({
  prepare: async (service) => {
    await service.request('POST', '/v1/events', { event: 'login', account: { id: 'u_1' } });
  },
});

test('an overview of several days does not read that of one day until the day is chosen', async () => {
  const { page, open } = dashboard.visitor;
  // Reloads elsewhere, so that no read of the overview is answered from memory.
  await open('events', 'Events');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const reads = (name: string) => paths.filter((path) => path.endsWith(`/${name}`)).length;
  await open('overview?days=7', 'Overview');
  await page.getByText('compared with the 7 days before').waitFor();
  await page.getByRole('list', { name: 'Key numbers' }).waitFor();
  assert.ok(reads('trends') > 0);
  assert.equal(reads('overview'), 0);
  await page.getByRole('radiogroup', { name: 'Time range' }).getByText('Day', { exact: true }).click();
  await page.getByText('compared with the same hours yesterday').waitFor();
  await page.getByRole('heading', { name: 'Decisions by hour' }).waitFor();
  assert.ok(reads('overview') > 0);
  assertNoErrors(page);
});
