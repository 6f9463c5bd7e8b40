// The login page in both color schemes: no axe violations, no horizontal overflow, visible text.
import { test } from 'node:test';
import { runService } from './running-dashboard.ts';
import { assertAccessible, assertNoErrors, loggedOutPage } from './visitor.ts';

const dashboard = runService();

test('login page is accessible', async () => {
  const page = await loggedOutPage(dashboard.browser, dashboard.service);
  await page.goto('/');
  await page.getByLabel('Email').waitFor();
  await assertAccessible(page, 'login');
  assertNoErrors(page);
  await page.context().close();
});
