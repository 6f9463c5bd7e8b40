// Tests the number fields of the policy: typed key by key, only a finished threshold moves the others; no number is clamped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors, tokenOf } from '../visitor.ts';

const dashboard = runDashboard();

const NAMES = ['Allow up to', 'Monitor up to', 'Challenge up to'];

const field = (name: string) => dashboard.visitor.page.getByRole('textbox', { name });
const shown = () => Promise.all(NAMES.map((name) => field(name).inputValue()));
const handles = () =>
  Promise.all(NAMES.map((name) => dashboard.visitor.page.getByRole('slider', { name }).getAttribute('aria-valuenow')));

async function type(name: string, text: string): Promise<void> {
  await field(name).press('ControlOrMeta+a');
  await field(name).pressSequentially(text);
}

test('typing a number moves the other thresholds as if it had been set at once', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy', 'Policy');
  const [allow = '', monitor = '', challenge] = await shown();
  assert.deepEqual([allow, monitor, challenge], ['29', '49', '89']);
  await type('Challenge up to', '80');
  assert.deepEqual(await shown(), ['29', '49', '80']);
  assert.deepEqual(await handles(), ['29', '49', '80']);
  await page.keyboard.press('ArrowUp');
  assert.deepEqual(await shown(), ['29', '49', '81']);
  // A number beyond its neighbors still pushes them along.
  await type('Allow up to', '60');
  assert.deepEqual(await shown(), ['60', '60', '81']);
  await type('Challenge up to', '100');
  assert.deepEqual(await shown(), ['60', '60', '100']);
  await type('Challenge up to', '40');
  assert.deepEqual(await shown(), ['40', '40', '40']);
  await page.keyboard.press('Backspace');
  assert.deepEqual(await handles(), ['4', '4', '4']);
  await page.keyboard.type('5');
  assert.deepEqual(await shown(), ['45', '45', '45']);
  await page.getByRole('button', { name: 'Reset' }).click();
  assert.deepEqual(await shown(), ['29', '49', '89']);
});

test('what was typed is what is saved', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy', 'Policy');
  await type('Challenge up to', '80');
  await page.getByRole('button', { name: 'Save thresholds' }).click();
  await page.getByText('Thresholds saved.').waitFor();
  const path = `/v1/environments/${dashboard.service.environments.test.id}/policy`;
  const token = await tokenOf(page);
  const { data } = await dashboard.service.request<{ data: { thresholds: unknown } }>('GET', path, undefined, token);
  assert.deepEqual(data.thresholds, { allow_max: 29, monitor_max: 49, challenge_max: 80 });
});

test('an emptied field shows its threshold again, on leaving it and after a reset', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy', 'Policy');
  const before = await shown();
  const save = page.getByRole('button', { name: 'Save thresholds' });
  await type('Allow up to', '3');
  await page.keyboard.press('Backspace');
  assert.equal(await field('Allow up to').inputValue(), '');
  assert.ok(await save.isDisabled(), 'nothing to save');
  await page.keyboard.press('Tab');
  assert.deepEqual(await shown(), before);
  await type('Allow up to', '31');
  await page.keyboard.press('Tab');
  await field('Allow up to').press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  assert.deepEqual(await handles(), ['31', ...before.slice(1)], 'an empty field moves nothing');
  await page.getByRole('button', { name: 'Reset' }).click();
  assert.deepEqual(await shown(), before);
  assert.ok(await save.isDisabled());
  assertNoErrors(page);
});

test('keys that arrive before the page has handled the focus are not forgotten', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy', 'Policy');
  await page.getByRole('button', { name: 'Save thresholds' }).focus();
  // Everything happens in one task, as on a busy machine: the number field reports its focus from a timer.
  await page.evaluate(`(async () => {
    const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Allow up to');
    label.control.focus();
    document.execCommand('selectAll');
    document.execCommand('insertText', false, '3');
    document.execCommand('delete');
    await new Promise((resolve) => setTimeout(resolve, 50));
  })()`);
  assert.equal(await field('Allow up to').inputValue(), '');
  assertNoErrors(page);
});

test('a priority that is out of range is kept and refused', async () => {
  const { page, openForm } = dashboard.visitor;
  const form = await openForm('policy?tab=rules', 'Policy', 'Add rule', 'New rule');
  await form.getByLabel('Name').fill('Too high');
  await form.getByLabel('Priority').fill('2000000');
  await form.getByRole('button', { name: 'Add rule' }).click();
  await form.getByText(/1,000,000/).waitFor();
  assert.equal(await form.getByLabel('Priority').inputValue(), '2000000');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await form.waitFor({ state: 'detached' });
});

const OUT_OF_RANGE = 'Enter a number from 0 to 100.';

test('a threshold that is out of range is kept and explained, and nothing is saved until it is right', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy', 'Policy');
  const before = await handles();
  const [allow = ''] = before;
  const buttons = ['Save thresholds', 'Backtest first'].map((name) => page.getByRole('button', { name }));
  const reset = page.getByRole('button', { name: 'Reset' });
  await type('Allow up to', '250');
  await page.keyboard.press('Tab');
  await page.getByText(OUT_OF_RANGE).waitFor();
  assert.equal(await field('Allow up to').inputValue(), '250');
  assert.equal(await field('Allow up to').getAttribute('aria-invalid'), 'true');
  assert.deepEqual(await handles(), before, 'moves no threshold');
  // Another field that is right does not hide it.
  await type('Challenge up to', '95');
  await page.keyboard.press('Tab');
  assert.equal(await field('Allow up to').inputValue(), '250');
  for (const button of buttons) assert.ok(await button.isDisabled());
  await type('Allow up to', '25');
  await page.getByText(OUT_OF_RANGE).waitFor({ state: 'detached' });
  assert.deepEqual(await handles(), ['25', before[1], '95']);
  for (const button of buttons) assert.ok(await button.isEnabled());
  await reset.click();
  await type('Allow up to', '101');
  await page.getByText(OUT_OF_RANGE).waitFor();
  await reset.click();
  await page.getByText(OUT_OF_RANGE).waitFor({ state: 'detached' });
  assert.equal(await field('Allow up to').inputValue(), allow);
  assert.ok(await reset.isDisabled());
  assertNoErrors(page);
});

test('the simulator keeps a score that is out of range and simulates nothing with it', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy?tab=simulator', 'Policy');
  let simulations = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/simulate')) simulations += 1;
  });
  for (const name of ['Risk score', 'Automation score']) {
    const valid = await field(name).inputValue();
    for (const text of ['250', '']) {
      await field(name).fill(text);
      await page.getByRole('button', { name: 'Simulate' }).click();
      await page.getByText(OUT_OF_RANGE).waitFor();
      assert.equal(await field(name).inputValue(), text);
    }
    await field(name).fill(valid);
    await page.getByText(OUT_OF_RANGE).waitFor({ state: 'detached' });
  }
  assert.equal(simulations, 0);
  await field('Risk score').fill('95');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('region', { name: 'Decision under the active policy' }).getByText('Block').first().waitFor();
  assert.equal(simulations, 1);
  await field('Risk score').fill('5');
  await page.getByText('Run a simulation to see the decision.').waitFor();
  assertNoErrors(page);
});

test('text in a list of numbers is not added, and the field says so', async () => {
  const { page, openForm } = dashboard.visitor;
  const form = await openForm('policy?tab=rules', 'Policy', 'Add rule', 'New rule');
  await form.getByRole('combobox', { name: 'Operator of condition 1' }).click();
  await page.getByRole('option', { name: 'is one of', exact: true }).click();
  const values = form.getByLabel('Value of condition 1');
  await values.fill('40');
  await values.press('Enter');
  await values.fill('4o');
  await values.press('Enter');
  await form.getByText('“4o” is not a number.').waitFor();
  await values.fill('60');
  await values.press('Enter');
  await form.getByText('is not a number').waitFor({ state: 'detached' });
  assert.match(await form.innerText(), /40\s+60/);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await form.waitFor({ state: 'detached' });
});

test('an address with an unknown tab opens the first one', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy?tab=nonsense', 'Policy');
  await field('Allow up to').waitFor();
  assertNoErrors(page);
});
