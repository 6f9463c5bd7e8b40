// A logged-in dashboard page in a real Chromium, with checks for accessibility, layout and errors.
import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { axeViolations, describeViolations, newPage, pageErrors, waitFor } from '../browser/chromium.ts';
import type { Service } from './service.ts';

/** How long an element may take to appear on a machine that is busy with other tests, ms. */
const TIMEOUT_MS = 60_000;

export interface Visitor {
  page: Page;
  /** Opens a screen, by default of the test environment, and waits for its heading and content. */
  open(screen: string, heading?: string | RegExp, environment?: string): Promise<void>;
  /** Opens a screen of the test environment, then the form of a button on it; returns the form's dialog. */
  openForm(screen: string, heading: string, button: string, title?: string): Promise<Locator>;
  close(): Promise<void>;
}

/** Whether the screen at the page's address has replaced the previous one. */
const SCREEN_RENDERED = `((router) =>
  router?.state.status === 'idle' && '#' + router.state.resolvedLocation?.publicHref === location.hash)(window.__TSR_ROUTER__)`;

/** Closes notifications left by the previous screen: a test would mistake them for a later one with the same text. */
const CLOSE_NOTIFICATIONS = `for (const button of document.querySelectorAll('.mantine-Notification-closeButton')) button.click()`;

/** Fills in and submits the login form. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** The token of the session that the page is logged in with. */
export const tokenOf = (page: Page) => page.evaluate<string>("JSON.parse(localStorage.getItem('assay.session')).token");

/** A page without a session, in its own browser context. */
export async function loggedOutPage(
  browser: Browser,
  service: Service,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newPage(browser, { baseURL: service.url, reducedMotion: 'reduce', ...options });
  page.setDefaultTimeout(TIMEOUT_MS);
  return page;
}

/** Opens the dashboard in its own browser context and logs the owner in. */
export async function visit(browser: Browser, service: Service, options: BrowserContextOptions = {}): Promise<Visitor> {
  const page = await loggedOutPage(browser, service, options);
  await page.goto('/');
  await logIn(page, service.owner);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const open: Visitor['open'] = async (screen, heading, environment = service.environments.test.id) => {
    await page.evaluate(CLOSE_NOTIFICATIONS);
    await page.goto(`/#/${environment}/${screen}`);
    await screenRendered(page);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await contentLoaded(page);
  };
  return {
    page,
    open,
    openForm: async (screen, heading, button, title) => {
      await open(screen, heading);
      await page.getByRole('button', { name: button }).click();
      return page.getByRole('dialog', { name: title });
    },
    close: () => page.context().close(),
  };
}

/**
 * Waits until the screen at the page's address has replaced the previous one. The router renders asynchronously: on a busy
 * machine a test would otherwise fill in the form of the screen that it has left.
 */
async function screenRendered(page: Page): Promise<void> {
  await waitFor(page, SCREEN_RENDERED);
}

/** Waits until the page has an address that matches, and shows its screen. */
export async function screenAt(page: Page, address: RegExp | ((url: URL) => boolean)): Promise<void> {
  await page.waitForURL(address);
  await screenRendered(page);
}

/** Waits until no loading placeholder is left on the screen. */
export async function contentLoaded(page: Page): Promise<void> {
  await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
}

/** Waits until the changes from all answers so far are drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');
}

/** Holds back the answers to reads of addresses that match, until the returned function is called. */
export async function holdAnswers(page: Page, matches: (url: URL) => boolean): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(matches, async (route) => {
    if (route.request().method() === 'GET') await held;
    await route.continue();
  });
  return () => release();
}

/** The id of the event whose page, opened from a list, is on screen, once it is not `other`. */
export async function openedEvent(page: Page, other = ''): Promise<string> {
  await screenAt(page, (url) => /\/events\/evt_/.test(url.hash) && (other === '' || !url.hash.includes(other)));
  await page.getByRole('navigation', { name: 'Queue' }).waitFor();
  return /evt_\w+/.exec(new URL(page.url()).hash)?.[0] ?? '';
}

/** Asserts that no script failed and no resource was blocked, by the CSP or otherwise, except `expected` API errors. */
export function assertNoErrors(page: Page, expected: RegExp = /^$/): void {
  assert.deepEqual(
    pageErrors(page).filter((error) => !expected.test(error)),
    [],
  );
}

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SCHEMES: readonly ['light' | 'dark', string[]][] = [
  ['light', ALL_RULES],
  ['dark', ['color-contrast']],
];

/** Rows of a list are alike, and axe took up to 1.6 s for a page with a hundred of them. */
const exclude = 'tbody > tr:nth-child(n + 21)';

/** Scrolls to the top, where the header covers nothing: axe reports a partly covered check box as too small. */
const SCROLL_UP = "window.scrollTo({ top: 0, behavior: 'instant' })";

/**
 * Asserts that axe finds no violations in either color scheme and that the page fits. The dark scheme changes only colors,
 * so only the color rule is checked there. `include` names the part to check, such as a dialog over a page that was already checked.
 */
export async function assertAccessible(page: Page, name: string, include = 'html'): Promise<void> {
  await page.evaluate(SCROLL_UP);
  for (const [colorScheme, runOnly] of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Wait for color transitions to finish, so that axe does not measure intermediate colors.
    await waitFor(page, `document.documentElement.dataset.mantineColorScheme === '${colorScheme}'`);
    await waitFor(page, "document.getAnimations().every((animation) => animation.playState !== 'running')");
    const found = await axeViolations(page, { runOnly }, { include, exclude });
    assert.equal(describeViolations(found), '', `${name}, ${colorScheme}`);
  }
  await assertFits(page, name);
}

/** Like `assertAccessible` without the color rule, for a page whose colors were checked at another width. */
export async function assertStructure(page: Page, name: string): Promise<void> {
  await page.evaluate(SCROLL_UP);
  const found = await axeViolations(
    page,
    { runOnly: ALL_RULES, rules: { 'color-contrast': { enabled: false } } },
    { exclude },
  );
  assert.equal(describeViolations(found), '', name);
  await assertFits(page, name);
}

/** Asserts that nothing overflows the window horizontally and that the heading has a width, which fails without a font. */
export async function assertFits(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())?.width ?? 0;
  assert.equal(overflow, 0, `${name} is ${overflow} px wider than its window`);
  assert.ok(heading > 20, `${name}: the heading is only ${heading} px wide; is a font missing?`);
}
