// Tests the columns, density and page size of the event list: in the address, in views and remembered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../../browser/chromium.ts';
import { runDashboard } from '../running-dashboard.ts';
import { assertAccessible, assertNoErrors, assertStructure, contentLoaded, screenAt, visit } from '../visitor.ts';

const USUAL = ['Event', 'Decision', 'Score', 'Reasons', 'Account', 'Device', 'IP address', 'Time'];
const ASSESSMENT = [
  'Event',
  'Decision',
  'Default decision',
  'Score',
  'Signals',
  'Matched rule',
  'Policy version',
  'Time',
];

/** A rule that blocks every failed login: version 2 of the policy. */
let rule: { id: string; name: string };
const dashboard = runDashboard({
  events: true,
  viewport: { width: 1440, height: 900 },
  prepare: async (service) => {
    const { data: session } = await service.request<{ data: { token: string } }>(
      'POST',
      '/v1/auth/login',
      service.owner,
    );
    const body = {
      name: 'Block <b>resets</b>',
      event_type: 'password_reset_requested',
      conditions: { all: [{ field: 'risk.score', operator: 'gte', value: 0 }] },
      action: { decision: 'block' },
      priority: 7,
    };
    const path = `/v1/environments/${service.environments.test.id}/policy/rules`;
    rule = (await service.request<{ data: typeof rule }>('POST', path, body, session.token)).data;
    for (const id of ['u_1', 'u_2']) {
      await service.request('POST', '/v1/events', { event: 'password_reset_requested', account: { id } });
    }
  },
});

const headers = () => dashboard.visitor.page.getByRole('columnheader').allTextContents();
/** Waits for these columns, beside the check boxes of a filtered list: the address changes before the table. */
async function assertHeaders(expected: readonly string[], page = dashboard.visitor.page): Promise<void> {
  const names = JSON.stringify(expected);
  const shown = `JSON.stringify([...document.querySelectorAll('th')].map((cell) => cell.textContent).filter((name) => name !== 'Select'))`;
  await waitFor(page, `${shown} === ${JSON.stringify(names)}`);
}
const parameter = (name: string) =>
  new URLSearchParams(new URL(dashboard.visitor.page.url()).hash.split('?')[1]).getAll(name);
const chooser = () => dashboard.visitor.page.getByRole('dialog', { name: 'Columns' });

test('an old address of the risk assessments shows the same rows with what decided them', async () => {
  const { page, open } = dashboard.visitor;
  await open(`assessments?rule_id=${rule.id}&policy_version=2`, 'Events');
  await page.getByRole('cell', { name: rule.name }).first().waitFor();
  assert.match(page.url(), /\/events\?/);
  assert.deepEqual([parameter('rule_id'), parameter('policy_version')], [[rule.id], ['2']]);
  await assertHeaders(ASSESSMENT);
  const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr');
  assert.equal(await rows.count(), 2);
  const texts = await rows.first().locator('td:not([data-name="Select"])').allTextContents();
  assert.deepEqual([texts[1], texts[2]], ['Block', 'Allow']);
  assert.equal(texts[6], 'v2');
  assert.equal(await rows.first().locator('b').count(), 0, 'a name is text');
  await page.getByRole('combobox', { name: 'Matched rule' }).waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'Matched rule' }).inputValue(), rule.name);
  await open('assessments?decision=challenge&cursor=of.another-list', 'Events');
  const signals = page.locator('tbody tr').first().locator('[data-name="Signals"] li');
  await signals.filter({ hasText: /\+\d/ }).first().waitFor();
  await assertAccessible(page, 'the assessments of events');
});

test('columns, density and page size are chosen by keyboard, and the address shows the same to someone else', async () => {
  const { page, open } = dashboard.visitor;
  await open('events?event_type=login', 'Events');
  await screenAt(page, /columns=decision\.score\.reasons/);
  await assertHeaders(USUAL);
  assert.equal(await page.locator('[data-row-link]').count(), 25);
  await page.getByRole('button', { name: 'Columns', exact: true }).focus();
  await page.keyboard.press('Enter');
  await chooser().waitFor();
  await assertAccessible(page, 'the chooser of columns');
  await chooser().getByRole('checkbox', { name: 'Label', exact: true }).focus();
  await page.keyboard.press('Space');
  await chooser().getByRole('checkbox', { name: 'Account' }).click();
  await chooser().getByRole('radio', { name: 'Compact' }).focus();
  await page.keyboard.press('Space');
  await chooser().getByRole('radio', { name: '100' }).focus();
  await page.keyboard.press('Space');
  await screenAt(page, /limit=100/);
  await page.keyboard.press('Escape');
  await chooser().waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate<string>('document.activeElement.textContent'), 'Columns');
  await page.locator('[data-row-link]').nth(99).waitFor();
  const chosen = ['Event', 'Decision', 'Score', 'Reasons', 'Device', 'IP address', 'Label', 'Time'];
  await assertHeaders(chosen);
  await page.locator('table[data-compact="true"]').waitFor();
  const other = await visit(dashboard.browser, dashboard.service, { viewport: { width: 1440, height: 900 } });
  await other.page.goto(page.url());
  await other.page.locator('[data-row-link]').nth(99).waitFor();
  await assertHeaders(chosen, other.page);
  // Opening a link does not count as a choice of its reader.
  await other.open('events', 'Events');
  await assertHeaders(USUAL, other.page);
  await other.close();
});

test('the choice is remembered, and other columns keep the page', async () => {
  const { page, open } = dashboard.visitor;
  await open('overview', 'Overview');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  await page.locator('[data-row-link]').nth(99).waitFor();
  assert.ok((await headers()).includes('Label'));
  await page.getByRole('button', { name: 'Next' }).click();
  await screenAt(page, /cursor=/);
  const cursor = parameter('cursor');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await chooser().getByRole('checkbox', { name: 'Risk level' }).click();
  await page.getByRole('columnheader', { name: 'Risk level' }).waitFor();
  assert.deepEqual(parameter('cursor'), cursor);
  await chooser().getByRole('radio', { name: '25' }).focus();
  await page.keyboard.press('Space');
  await screenAt(page, (url) => !url.hash.includes('cursor='));
  await chooser().getByRole('button', { name: 'Default columns' }).click();
  await page.getByRole('columnheader', { name: 'Account' }).waitFor();
  await assertHeaders(USUAL);
  await page.keyboard.press('Escape');
});

test('a saved view has its columns, also in the columns of someone else', async () => {
  const { page, open } = dashboard.visitor;
  await open('events?decision=block', 'Events');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await chooser().getByRole('button', { name: 'Risk assessment' }).click();
  await screenAt(page, /columns=decision\.default_decision/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Why blocked');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'View: Why blocked' }).waitFor();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await chooser().getByRole('button', { name: 'Default columns' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Why blocked' }).click();
  await page.getByRole('columnheader', { name: 'Matched rule' }).waitFor();
  await assertHeaders(ASSESSMENT);
  await page.getByRole('button', { name: 'View: Why blocked' }).waitFor();
});

test('unknown columns and sizes of an address are left out', async () => {
  const { page, open } = dashboard.visitor;
  await open('events?columns=score.color.__proto__&density=cozy&limit=1e9', 'Events');
  await screenAt(page, /columns=score(&|$)/);
  await assertHeaders(['Event', 'Score']);
  assert.equal(await page.locator('[data-row-link]').count(), 25);
  await open('events?columns=color', 'Events');
  await assertHeaders(USUAL);
});

test('fits a phone, with every column', async () => {
  const { page, open } = dashboard.visitor;
  await page.setViewportSize({ width: 390, height: 844 });
  await open('events', 'Events');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  for (const box of await chooser().getByRole('checkbox').all()) await box.check();
  await assertStructure(page, 'the chooser at 390 px');
  await page.keyboard.press('Escape');
  await contentLoaded(page);
  await assertStructure(page, 'every column at 390 px');
  assertNoErrors(page);
});
