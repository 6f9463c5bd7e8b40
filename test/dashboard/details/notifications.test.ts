// Tests that errors of actions in the corner neither pile up nor cover the next controls, on a desktop and on a phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../../browser/chromium.ts';
import { runService } from '../running-dashboard.ts';
import { assertAccessible, visit } from '../visitor.ts';

const running = runService();

for (const [width, height] of [
  [1440, 600],
  [390, 700],
] as const) {
  test(`at ${width} px an error leaves the button of its action free, and goes when a form opens`, async () => {
    const { page, open, close } = await visit(running.browser, running.service, { viewport: { width, height } });
    await open('policy', 'Policy');
    await page.route('**/policy/thresholds', (route) => route.abort());
    await page.getByRole('textbox', { name: 'Allow up to' }).fill('12');
    const save = page.getByRole('button', { name: 'Save thresholds' });
    const error = page.getByRole('alert').filter({ hasText: 'Thresholds not saved' });
    for (const _ of ['first', 'second']) {
      await save.press('Enter');
      await error.last().waitFor();
      await waitFor(page, `document.querySelectorAll('[role="alert"]').length === 1`);
      // The button is free once the notification has its final position: the element at its center is the button itself.
      await waitFor(page, IS_FREE);
    }
    await assertAccessible(page, `an error at ${width} px`);
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    const [last, above] = [await save.boundingBox(), await error.boundingBox()];
    assert.ok(last !== null && above !== null && last.y + last.height < above.y, 'the page scrolls beyond the error');
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('dialog', { name: 'New rule' }).waitFor();
    await error.waitFor({ state: 'detached' });
    await close();
  });
}

const IS_FREE = `(() => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save thresholds');
  const { left, top, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})()`;
