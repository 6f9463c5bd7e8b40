// Tests the documentation site as the service serves it: links, readability in both color schemes, and search without a network.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Route } from 'playwright-core';
import {
  axeViolations,
  describeViolations,
  launchChromium,
  newPage,
  pageErrors,
  waitFor,
} from '../browser/chromium.ts';
import { ROOT } from '../cli/run-cli.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';

const DIRECTORY = join(ROOT, 'dist/docs');
const PAGES = ['/docs/', '/docs/guide/index.html', '/docs/guide/start.html', '/docs/guide/errors.html'];

let server: TestServer;
let baseUrl: string;
let browser: Browser;
before(async () => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build.mjs'), 'docs']);
  server = await startTestServer({
    options: { staticRoots: [{ prefix: '/docs/', directory: DIRECTORY, crossOrigin: false }] },
  });
  baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchChromium({ graphics: false });
});
after(async () => {
  await browser.close();
  await server.close();
});

/** The pages that can be reached from the reference, with their texts. */
async function crawl(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const queue = ['/docs/'];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (pages.has(path)) continue;
    const response = await fetch(new URL(path, baseUrl));
    assert.equal(response.status, 200, path);
    const text = await response.text();
    pages.set(path, text);
    if (!response.headers.get('content-type')?.includes('html')) continue;
    queue.push(...targetsOf(path, text).map((target) => target.pathname));
  }
  return pages;
}

function targetsOf(path: string, html: string): URL[] {
  const found = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target = '']) => target.replaceAll('&amp;', '&'));
  return found.map((target) => new URL(target, new URL(path, baseUrl))).filter(({ origin }) => origin === baseUrl);
}

test('every link and anchor of every page leads somewhere', async () => {
  const pages = await crawl();
  assert.ok(pages.size > 60, `${pages.size} pages`);
  const dead = [...pages].flatMap(([path, html]) =>
    !html.startsWith('<!doctype html>')
      ? []
      : targetsOf(path, html)
          .filter(({ pathname, hash }) => {
            const text = pages.get(pathname);
            return text === undefined || (hash !== '' && !text.includes(`id="${decodeURIComponent(hash.slice(1))}"`));
          })
          .map(({ href }) => `${path}: ${href}`),
  );
  assert.deepEqual(dead, []);
});

test('folders lead to their index, and the reference, the guide and the console stand side by side', async () => {
  for (const path of ['/docs', '/docs/guide', '/docs/guide/recipes']) {
    const response = await fetch(new URL(path, baseUrl), { redirect: 'manual' });
    assert.deepEqual([response.status, response.headers.get('location')], [302, `${path}/`]);
    const page = await fetch(new URL(`${path}/`, baseUrl));
    assert.equal(page.status, 200, path);
    const etag = page.headers.get('etag') ?? '';
    assert.equal((await fetch(page.url, { headers: { 'if-none-match': etag } })).status, 304, path);
  }
});

test('the console has the color scheme of the system', async () => {
  const page = await newPage(browser, { colorScheme: 'dark' });
  const errors = pageErrors(page);
  await page.goto(`${baseUrl}/docs/console`);
  await page.locator('.opblock').first().waitFor();
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  assert.equal(await background(), 'rgb(28, 32, 34)');
  await waitFor(page, "document.documentElement.classList.contains('dark-mode')");
  await page.emulateMedia({ colorScheme: 'light' });
  await waitFor(page, "!document.documentElement.classList.contains('dark-mode')");
  assert.equal(await background(), 'rgb(250, 250, 250)');
  assert.deepEqual(errors, []);
  await page.close();
});

test('pages are readable in both color schemes, and load nothing from other hosts', async () => {
  const page = await newPage(browser);
  const errors = pageErrors(page);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl)) foreign.push(request.url());
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of PAGES) {
      await page.goto(`${baseUrl}${path}`);
      // The dark scheme changes only colors.
      const runOnly = colorScheme === 'light' ? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] : ['color-contrast'];
      // The reference has 700 code blocks, which would take axe a minute, so only the first ones are checked.
      await page.evaluate("for (const part of document.querySelectorAll('main > :nth-child(n + 60)')) part.remove()");
      assert.equal(describeViolations(await axeViolations(page, { runOnly })), '', `${path} ${colorScheme}`);
      assert.equal(
        await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
        false,
        `${path} is too wide`,
      );
    }
  }
  assert.deepEqual(foreign, []);
  assert.deepEqual(errors, []);
  await page.close();
});

test('on a phone, tables that scroll can be reached with the keyboard', async () => {
  const page = await newPage(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['settings', 'webhooks', 'start', 'concepts']) {
    await page.goto(`${baseUrl}/docs/guide/${path}.html`);
    const runOnly = { type: 'rule' as const, values: ['scrollable-region-focusable'] };
    assert.equal(describeViolations(await axeViolations(page, { runOnly })), '', path);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false, path);
  }
  await page.close();
});

test('search finds a section without the network, and tabs remember the language', async () => {
  const page = await newPage(browser);
  await page.goto(`${baseUrl}/docs/guide/start.html`);
  await page.getByRole('tab', { name: 'Python' }).first().click();
  assert.equal(await page.locator('.tab[data-language="Node"]').first().isVisible(), false);
  await page.goto(`${baseUrl}/docs/`);
  assert.equal(await page.getByRole('tab', { name: 'Python', selected: true }).first().isVisible(), true);
  await page.getByRole('searchbox').fill('idempotency_key_reused');
  await waitFor(page, "document.querySelector('#results a') !== null");
  await page.locator('#results a[href*="errors.html"]').first().click();
  await page.waitForURL(/errors\.html/);
  await page.close();
});

test('search loads its index again after a failure', async () => {
  const failures: ((route: Route) => Promise<void>)[] = [
    (route) => route.abort(),
    (route) => route.fulfill({ status: 503, json: { code: 'stopping' } }),
  ];
  for (const fail of failures) {
    const page = await newPage(browser);
    await page.route('**/search.json', fail, { times: 1 });
    await page.goto(`${baseUrl}/docs/`);
    await page.getByRole('searchbox').fill('idempotency');
    await page.getByText('The search index could not be loaded.').waitFor();
    await page.getByRole('searchbox').fill('idempotency_key_reused');
    await waitFor(page, "document.querySelector('#results a') !== null");
    await page.close();
  }
});
