// Tests policy and webhooks: thresholds, rules, simulator, versions, and deliveries to a real receiver.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../browser/chromium.ts';
import { httpResponse, type Receiver, startReceiver } from '../../webhooks/receivers.ts';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors, tokenOf, visit } from '../visitor.ts';

let receiver: Receiver;
const dashboard = runDashboard({
  events: true,
  prepare: async () => {
    receiver = await startReceiver(httpResponse(410, '<script>document.title=1</script>'));
  },
});
after(() => receiver?.[Symbol.asyncDispose]());

test('moves thresholds by keyboard and saves them as the next version', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy', 'Policy');
  const handle = page.getByRole('slider', { name: 'Allow up to' });
  assert.equal(await handle.getAttribute('aria-valuenow'), '29');
  await handle.focus();
  await page.keyboard.press('PageDown');
  assert.equal(await handle.getAttribute('aria-valuenow'), '19');
  await page
    .getByText(/\(currently [\d,]+\)/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Save thresholds' }).click();
  await page.getByText('Version 2').waitFor();
});

test('moves a threshold by mouse and pushes the others along', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy', 'Policy');
  const handle = page.getByRole('slider', { name: 'Challenge up to' });
  const box = await handle.boundingBox();
  const plot = await page.getByRole('img', { name: /Histogram/ }).boundingBox();
  assert.ok(box && plot);
  await page.mouse.move(box.x + box.width / 2, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width * 0.3, box.y + 10, { steps: 5 });
  await page.mouse.up();
  const [monitor, challenge] = await Promise.all(
    ['Monitor up to', 'Challenge up to'].map((name) =>
      page.getByRole('slider', { name }).getAttribute('aria-valuenow'),
    ),
  );
  assert.ok(Math.abs(Number(challenge) - 29) <= 1, String(challenge));
  assert.equal(monitor, challenge);
  await page.getByRole('button', { name: 'Reset' }).click();
  assert.equal(await handle.getAttribute('aria-valuenow'), '89');
});

test('creates, backtests, reorders, edits and deletes a rule', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy?tab=rules', 'Policy');
  await addRule('Block the rest', async () => undefined);
  await addRule('Challenge new devices', async () => {
    const dialog = page.getByRole('dialog', { name: 'New rule' });
    await dialog.getByRole('combobox', { name: 'Field of condition 1' }).click();
    await page.getByRole('option', { name: 'Signal fired' }).click();
    await dialog.getByRole('combobox', { name: 'Value of condition 1' }).click();
    await page.getByRole('option', { name: 'New device', exact: true }).click();
    await dialog.getByText('“New device” fired').waitFor();
    await dialog.getByRole('button', { name: 'Backtest first' }).click();
    await page.getByText('New rule “Challenge new devices”').waitFor();
    await page.getByText(/[\d,]+ of [\d,]+ decisions? would change/).waitFor();
    await page.getByRole('table', { name: /^Recorded decisions/ }).waitFor();
    await page
      .getByRole('table', { name: 'Changes by day' })
      .getByText(/^\d{4}-\d\d-\d\d$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Back to the rule' }).click();
    await dialog.getByText('“New device” fired').waitFor();
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Challenge new devices');
    // The form still holds input, as before the backtest.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard what you entered?' }).waitFor();
    await page.keyboard.press('Enter');
  });
  const names = () => page.locator('main ol h3').allTextContents();
  assert.deepEqual(await names(), ['Challenge new devices', 'Block the rest']);
  await page.getByRole('button', { name: 'Move Block the rest up' }).click();
  const move = page.getByRole('dialog', { name: 'Move “Block the rest”?' });
  await move.getByLabel('Comment').fill('Blocks come first');
  await page.keyboard.press('Escape');
  await move.waitFor({ state: 'detached' });
  assert.deepEqual(await names(), ['Challenge new devices', 'Block the rest'], 'Escape moves nothing');
  await page.getByRole('button', { name: 'Move Block the rest up' }).click();
  assert.equal(await move.getByLabel('Comment').inputValue(), 'Blocks come first', 'Escape loses no comment');
  await move.getByRole('button', { name: 'Change order' }).click();
  await page.getByText('Order changed.').waitFor();
  await waitFor(page, "document.querySelector('main ol h3')?.textContent === 'Block the rest'");
  await waitFor(page, "document.activeElement?.ariaLabel === 'Move Block the rest up'");
  await page.getByRole('button', { name: 'Edit Block the rest' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Block the worst');
  await page.getByRole('dialog').getByRole('button', { name: 'Save rule' }).click();
  await page.getByRole('heading', { name: 'Block the worst' }).waitFor();
  await waitFor(page, "document.activeElement?.ariaLabel === 'Edit Block the worst'");
  await page.getByRole('button', { name: 'Delete Challenge new devices' }).click();
  await page.getByRole('dialog').getByLabel('Comment').fill('Too many travelers');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click();
  await page.getByRole('heading', { name: 'Challenge new devices', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Versions' }).click();
  for (const comment of ['Blocks come first', 'Too many travelers'])
    await page.getByRole('button', { name: new RegExp(`^Version.*${comment}`) }).waitFor();

  async function addRule(name: string, more: () => Promise<void>) {
    await page.getByRole('button', { name: 'Add rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New rule' });
    const colorOf = (part = '') =>
      page.evaluate(`getComputedStyle(document.querySelector('input[data-error]'), '${part}').color`);
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByText('The name must not be empty.').waitFor();
    assert.notEqual(await colorOf('::placeholder'), await colorOf(), 'the example looks like a name that was typed');
    await dialog.getByLabel('Name').fill(name);
    await more();
    await page.getByRole('dialog').getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('heading', { name }).waitFor();
  }
});

test('simulates a decision and shows version changes', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy?tab=simulator', 'Policy');
  await page.getByLabel('Risk score').fill('95');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('region', { name: 'Decision under the active policy' }).getByText('Block').first().waitFor();
  // An event type is chosen and shown by its name; a custom one is entered as a code.
  const type = page.getByRole('combobox', { name: 'Event type' });
  assert.equal(await type.inputValue(), 'Login');
  await type.fill('factor f');
  await page.getByRole('option', { name: 'Second factor failed' }).click();
  const request = page.waitForRequest(/\/simulate$/);
  await page.getByRole('button', { name: 'Simulate' }).click();
  assert.equal((await request).postDataJSON().event_type, 'mfa_failed');
  assert.equal(await type.inputValue(), 'Second factor failed');
  await type.fill('Gift card');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByText(/^Choose an event type, or enter your own/).waitFor();
  await type.fill('gift_card');
  await page.getByText(/^Choose an event type/).waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: /^Version 2/ }).click();
  await page.getByText('Allow up to 19 instead of 29').waitFor();
  await page.getByRole('tab', { name: 'Quality' }).click();
  await page.getByRole('tabpanel', { name: 'Quality' }).getByText(/label/i).first().waitFor();
});

test('rejects the second of two concurrent edits', async () => {
  const other = await visit(dashboard.browser, dashboard.service);
  await other.open('policy', 'Policy');
  await other.page.getByLabel('Monitor up to', { exact: true }).last().fill('60');
  const { page, open } = dashboard.visitor;
  await open('policy', 'Policy');
  await page.getByLabel('Monitor up to', { exact: true }).last().fill('55');
  const save = async (on: typeof page) => {
    await on.getByRole('button', { name: 'Save thresholds' }).click();
    // More events are let through, so the change is confirmed in a test environment too.
    const dialog = on.getByRole('dialog', { name: 'Change the thresholds?' });
    await dialog.getByText('This weakens the protection.').waitFor();
    await dialog.getByText(/^Monitor up to \d+ instead of \d+$/).waitFor();
    await dialog.getByText(/^Of the newest [\d,]+ events/).waitFor();
    await dialog.getByRole('button', { name: 'Save thresholds' }).click();
  };
  await save(page);
  await page.getByText('Thresholds saved.').waitFor();
  await save(other.page);
  await other.page.getByText('Thresholds not saved').waitFor();
  await other.close();
});

test('restores an earlier version of the policy', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy?tab=versions', 'Policy');
  await page.getByRole('button', { name: /^Version 1\b/ }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  // Version 1 has no rules, so events that the one rule blocks would be let through.
  const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
  await dialog.getByText('This weakens the protection.').waitFor();
  await dialog.getByText('Monitor up to 49 instead of 55').waitFor();
  await dialog.getByText('Removed rule “Block the worst”').waitFor();
  await dialog.getByRole('button', { name: 'Restore version' }).click();
  await page.getByText(/^Version 1 is restored as version \d+/).waitFor();
  await page.getByRole('button', { name: /\(active\)/ }).waitFor();
});

test('a live environment requires confirmation and shows LIVE in banner and title', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy', 'Policy', dashboard.service.environments.live.id);
  assert.match(await page.title(), /^LIVE · Policy/);
  await page.getByRole('button', { name: /Environment: LIVE/ }).waitFor();
  const handle = page.getByRole('slider', { name: 'Allow up to' });
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Save thresholds' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the thresholds?' });
  await dialog.getByText(/This changes LIVE/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Version 1, 0 rules').waitFor();
});

test('many rules are searched by word, and are not moved while some are not shown', async () => {
  const { page, open } = dashboard.visitor;
  const token = await tokenOf(page);
  const { live } = dashboard.service.environments;
  const path = `/v1/environments/${live.id}/policy/rules`;
  const conditions = { all: [{ field: 'risk.score', operator: 'gte', value: 60 }] };
  const action = { decision: 'block' };
  for (let priority = 1; priority <= 12; priority += 1) {
    const named =
      priority === 7 ? { name: 'Stop gift cards', event_type: 'payment_attempt' } : { name: `Rule ${priority}` };
    await dashboard.service.request('POST', path, { ...named, conditions, action, priority }, token);
  }
  await open('policy?tab=rules', 'Policy', live.id);
  const names = page.locator('main ol h3');
  await page.getByText('12 rules', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Move Stop gift cards up' }).waitFor();
  await page.getByLabel('Find rules').fill('PAYMENT block');
  await page.getByText('1 of 12 rules.').waitFor();
  assert.deepEqual(await names.allTextContents(), ['Stop gift cards']);
  assert.equal(await page.getByRole('button', { name: /^Move / }).count(), 0);
  await page.getByRole('button', { name: 'Edit Stop gift cards' }).waitFor();
  await page.getByLabel('Find rules').fill('no such rule');
  await page.getByText('0 of 12 rules.').waitFor();
  await page.getByLabel('Find rules').fill('');
  await page.getByText('12 rules', { exact: true }).waitFor();
  assert.equal(await names.count(), 12);
  assertNoErrors(page);
});

test('creates, tests, redelivers, rotates, disables and deletes a webhook', async () => {
  const { page, openForm } = dashboard.visitor;
  const dialog = await openForm('webhooks', 'Webhooks', 'Add your first endpoint');
  await dialog.getByLabel('URL').fill('ftp://example.com');
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('URL').fill(`http://127.0.0.1:${receiver.port}/hook`);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await dialog
    .locator('pre')
    .filter({ hasText: /^whsec_/ })
    .waitFor();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('link', { name: /127\.0\.0\.1/ }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('HTTP 410').first().waitFor();
  await page.getByText('<script>document.title=1</script>').first().waitFor();
  assert.doesNotMatch(await page.title(), /^1$/);
  assert.match(receiver.requests[0] ?? '', /service-webhook-signature: [0-9a-f]{64}/i);
  await page.getByRole('button', { name: /^Send again/ }).click();
  await page.getByText('2 attempts').waitFor();
  // An attempt is logged before it is sent.
  while (receiver.requests.length < 2) await sleep(20);
  const [first, second] = receiver.requests.map((text) => /service-webhook-id: (\S+)/i.exec(text)?.[1]);
  assert.equal(second, first);
  await page.getByRole('button', { name: 'Send test' }).click();
  await page
    .getByRole('button', { name: /^Send again/ })
    .nth(1)
    .waitFor();
  await page.getByRole('button', { name: 'Send all failed again' }).click();
  await page.getByText('2 deliveries queued again.').waitFor();
  await page.getByText('3 attempts').waitFor();
  await page.getByText('2 attempts').waitFor();
  await page
    .getByText(/^Payload/)
    .first()
    .click();
  await page.getByText('"type": "webhook.test"').first().waitFor();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await page
    .getByRole('dialog')
    .locator('pre')
    .filter({ hasText: /^whsec_/ })
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Disabled', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await page.getByText('No endpoints yet').waitFor();
  assertNoErrors(page, /status of 4(?:04|09|22)/);
});
