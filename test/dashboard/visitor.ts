// A person at the dashboard: a page in a real Chromium, logged in, and what they can check about what they see.
import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { axeViolations, describeViolations, newPage, pageErrors, waitFor } from '../browser/chromium.ts';
import type { Service } from './service.ts';

/** How long anything may take to appear on a machine that is busy with other tests, ms. */
export const PATIENCE = 60_000;

export interface Visitor {
  page: Page;
  /** Opens a screen of the test environment (or another) and waits for its heading. */
  open(screen: string, heading?: string | RegExp, environment?: string): Promise<void>;
  close(): Promise<void>;
}

/** Fills in the log-in page that is on screen. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** The page of somebody who is not logged in, in a context of its own. */
export async function stranger(browser: Browser, service: Service, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(browser, { baseURL: service.url, reducedMotion: 'reduce', ...options });
  page.setDefaultTimeout(PATIENCE);
  return page;
}

/** Opens the dashboard in a context of its own and logs the owner in. */
export async function visit(browser: Browser, service: Service, options: BrowserContextOptions = {}): Promise<Visitor> {
  const page = await stranger(browser, service, options);
  await page.goto('/');
  await logIn(page, service.owner);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return {
    page,
    open: async (screen, heading, environment = service.environments.test.id) => {
      await page.goto(`/#/${environment}/${screen}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await settled(page);
    },
    close: () => page.context().close(),
  };
}

/** Waits until nothing on screen stands for content that is still to come. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
}

/** No script failed, no resource was refused: by the CSP least of all. Expected refusals of the API are named. */
export function assertNoErrors(page: Page, expected: RegExp = /^$/): void {
  assert.deepEqual(
    pageErrors(page).filter((error) => !expected.test(error)),
    [],
  );
}

const EVERY_RULE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SCHEMES: readonly ['light' | 'dark', string[]][] = [
  ['light', EVERY_RULE],
  ['dark', ['color-contrast']],
];

/**
 * axe finds nothing, in both color schemes; the page is as wide as its window; text is drawn with a width.
 * The second scheme changes colors alone, so only the rule about colors is asked of it.
 */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  for (const [colorScheme, runOnly] of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colors that are still on their way to those of the other scheme are no colors of the page.
    await waitFor(page, `document.documentElement.dataset.mantineColorScheme === '${colorScheme}'`);
    await waitFor(page, "document.getAnimations().every((one) => one.playState !== 'running')");
    const found = await axeViolations(page, { runOnly });
    assert.equal(describeViolations(found), '', `${what}, ${colorScheme}`);
  }
  await assertFits(page, what);
}

/** As `assertAccessible` without the colors: for a page whose colors were looked at in another width. */
export async function assertStructure(page: Page, what: string): Promise<void> {
  const found = await axeViolations(page, { runOnly: EVERY_RULE, rules: { 'color-contrast': { enabled: false } } });
  assert.equal(describeViolations(found), '', what);
  await assertFits(page, what);
}

/** Nothing sticks out of the window, and the heading is drawn with a width: there is a font. */
export async function assertFits(page: Page, what: string): Promise<void> {
  const over = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())?.width ?? 0;
  assert.equal(over, 0, `${what} is wider than its window by ${over} px`);
  assert.ok(heading > 20, `${what}: the heading is drawn ${heading} px wide: is there a font?`);
}
