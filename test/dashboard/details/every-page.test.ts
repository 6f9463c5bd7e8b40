// Tests all pages in both color schemes and at widths from 320 to 3840 px: no axe violations, no overflow, visible text.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { runDashboard } from '../running-dashboard.ts';
import { createSampleData, type SampleData } from '../sample-data.ts';
import { allScreens, type Screen } from '../screens.ts';
import { assertAccessible, assertFits, assertNoErrors, assertStructure, drawn } from '../visitor.ts';

const DIALOG = '[role="dialog"]';

let sample: SampleData;
let screens: Screen[];
const dashboard = runDashboard({
  events: true,
  viewport: { width: 1440, height: 900 },
  prepare: async (service) => {
    sample = await createSampleData(service);
    screens = await allScreens(service, sample.endpoint);
  },
});
after(() => sample?.receiver[Symbol.asyncDispose]());

test('pages are accessible in both color schemes and on a phone, and fit from 320 to 3840 px', async () => {
  const { page, open } = dashboard.visitor;
  for (const { name, path, heading } of screens) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(path, heading);
    await assertAccessible(page, `${name} at 1440 px`);
    for (const [width, check] of [
      [3840, assertFits],
      // Tables have become cards.
      [390, assertStructure],
      [320, assertFits],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      await check(page, `${name} at ${width} px`);
    }
  }
  assertNoErrors(page);
});

test('the collapsed menu of a phone is accessible', async () => {
  const { page, open } = dashboard.visitor;
  await page.setViewportSize({ width: 390, height: 900 });
  await open('overview', 'Overview');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).waitFor();
  await assertAccessible(page, 'the open menu');
});

test('dialogs are accessible', async () => {
  const { page, open } = dashboard.visitor;
  await page.setViewportSize({ width: 1440, height: 900 });
  const dialogs: [screen: string, button: string | RegExp][] = [
    ['policy?tab=rules', 'Add rule'],
    ['keys', 'Create key'],
    ['webhooks', 'Add endpoint'],
    ['members', 'Invite member'],
    ['worklist?queue=unlabeled', /^Label (?!\d)/],
    ['events', /^Search Ctrl K/],
  ];
  for (const [screen, button] of dialogs) {
    await open(screen);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
    await assertAccessible(page, `dialog of ${screen}`, DIALOG);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await assertAccessible(page, 'shortcuts', DIALOG);
  await page.keyboard.press('Escape');
});

test('keyboard: skip link works, and focus moves to the content after navigation', async () => {
  const { page, open } = dashboard.visitor;
  await open('overview', 'Overview');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate<string>('document.activeElement.textContent'), 'Skip to content');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate<string>('document.activeElement.id'), 'main');
  await page.getByRole('link', { name: 'Policy' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Policy' }).waitFor();
  assert.equal(await page.evaluate<string>('document.activeElement.id'), 'main');
});

test('keyboard: f goes to the filters of every list that has some', async () => {
  const { page, open } = dashboard.visitor;
  const lists = ['accounts', 'audit', 'devices', 'events', 'network', `webhooks/${sample.endpoint}`];
  for (const list of [...lists, 'worklist', 'worklist?queue=let-through', 'worklist?queue=unlabeled']) {
    await open(list);
    await page.keyboard.press('f');
    const focused = await page.evaluate<string>("document.activeElement.closest('search')?.ariaLabel");
    assert.equal(focused, 'Filters', list);
  }
});

test('the address of an unknown screen keeps the menu', async () => {
  const { page, open } = dashboard.visitor;
  for (const address of ['nonsense', 'devices/one/two']) {
    await open('overview', 'Overview');
    await open(address, 'Page not found');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  }
});
