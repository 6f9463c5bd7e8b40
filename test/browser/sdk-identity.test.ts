// The id of a browser: kept through every partial loss of storage, made anew after a whole one, and gone without consent.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, newPage, pageErrors, waitFor } from './chromium.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Shop, startShop } from './shop.ts';

let receiver: Receiver;
let shop: Shop;
let browser: Browser;
before(async () => {
  receiver = await startReceiver();
  [shop, browser] = await Promise.all([startShop(receiver.url), launchChromium()]);
});
after(async () => {
  await Promise.all([browser.close(), shop.close(), receiver.close()]);
});
beforeEach(() => receiver.clear());

/** Visits the shop, tracks one event, and returns its signals. */
async function visit(page: Page, options = ''): Promise<Record<string, unknown>> {
  await page.goto(`${shop.url}/`);
  await page.evaluate(
    `Assay.init({ publicKey: 'pub_test_1', baseUrl: '${receiver.url}', timeout: 20_000, ${options} })`,
  );
  await page.evaluate(`Assay.track('login', { account: { id: 'u_1' } })`);
  return receiver.events.at(-1)?.body.signals ?? {};
}

const readDatabase = `new Promise((resolve) => {
  const opening = indexedDB.open('assay', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('ids');
  opening.onsuccess = () => {
    const asked = opening.result.transaction('ids').objectStore('ids').get('assay_id');
    asked.onsuccess = () => { opening.result.close(); resolve(asked.result ?? null); };
  };
})`;
const dropDatabase = `new Promise((resolve) => { indexedDB.deleteDatabase('assay').onsuccess = () => resolve(null); })`;
const dropCookie = `void (document.cookie = 'assay_id=; Path=/; Max-Age=0')`;
const dropLocal = `localStorage.removeItem('assay_id')`;

/** What each of the three stores holds. */
async function stored(page: Page): Promise<(string | null)[]> {
  const cookies = await page.context().cookies();
  return [
    (await page.evaluate(`localStorage.getItem('assay_id')`)) as string | null,
    (await page.evaluate(readDatabase)) as string | null,
    cookies.find((cookie) => cookie.name === 'assay_id')?.value ?? null,
  ];
}

/** Waits until no store holds an id: they are emptied one after the other. */
async function emptied(page: Page): Promise<void> {
  await waitFor(page, `!localStorage.getItem('assay_id') && !document.cookie.includes('assay_id')`);
  await waitFor(page, `(await ${readDatabase}) === null`);
}

test('the id is made once, kept in three stores, and heals whatever store lost or changed it', async () => {
  const page = await newPage(browser);
  const { persistent_id: id } = await visit(page);
  assert.match(String(id), /^[0-9a-f]{32}$/);
  assert.deepEqual(await stored(page), [id, id, id]);
  const losses = {
    'one is lost': [dropLocal],
    'another is lost': [dropCookie],
    'two are lost': [dropLocal, dropDatabase],
    'one is damaged': [`localStorage.setItem('assay_id', 'nonsense')`],
    'one is another': [`localStorage.setItem('assay_id', '${'0'.repeat(32)}')`],
  };
  for (const [name, acts] of Object.entries(losses)) {
    for (const act of acts) await page.evaluate(act);
    assert.equal((await visit(page)).persistent_id, id, name);
    assert.deepEqual(await stored(page), [id, id, id], `${name}: healed`);
  }
  for (const act of [dropLocal, dropCookie, dropDatabase]) await page.evaluate(act);
  const { persistent_id: second } = await visit(page);
  assert.match(String(second), /^[0-9a-f]{32}$/);
  assert.notEqual(second, id, 'with all stores lost it is a new id');
});

test('two tabs that open at once agree on one id', async () => {
  const page = await newPage(browser);
  const other = await page.context().newPage();
  await Promise.all([visit(page), visit(other)]);
  const first = await visit(page);
  const second = await visit(other);
  assert.equal(first.persistent_id, second.persistent_id);
});

test('a browser that blocks every store sends no id, and the event all the same', async () => {
  const page = await newPage(browser);
  await page.addInitScript(`
    for (const name of ['localStorage', 'indexedDB']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });
    }
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} });
  `);
  const signals = await visit(page);
  assert.equal(signals.indexed_db, false);
  assert.ok(signals.session_token, 'the session lives in memory');
  assert.equal(signals.persistent_id, undefined);
  assert.deepEqual(pageErrors(page), []);
});

test('an id that the customer’s server gives wins, and is kept for the day the server is silent', async () => {
  const page = await newPage(browser);
  const given = '0193a2b4-7c1e-7d00-9f3a-5b6c7d8e9f00';
  assert.equal((await visit(page, `persistentId: async () => '${given}'`)).persistent_id, given);
  assert.equal((await visit(page, `persistentId: () => { throw new Error('down'); }`)).persistent_id, given);
  assert.equal((await visit(page, `persistentId: () => new Promise(() => {})`)).persistent_id, given);
});

test('"server" keeps no id in the browser: the backend adds it', async () => {
  const page = await newPage(browser);
  assert.equal((await visit(page, `persistentId: 'server'`)).persistent_id, undefined);
  assert.deepEqual(await stored(page), [null, null, null]);
});

test('the session lasts from page to page and from tab to tab, and ends with a log-out', async () => {
  const page = await newPage(browser);
  const { session_token: token } = await visit(page);
  assert.match(String(token), /^[0-9a-f]{32}$/);
  assert.equal((await visit(page)).session_token, token);
  const tab = await page.context().newPage();
  assert.equal((await visit(tab)).session_token, token);
  await tab.evaluate(`Assay.track('logout', { account: { id: 'u_1' } })`);
  assert.equal(receiver.events.at(-1)?.body.signals.session_token, token, 'the log-out itself belongs to the session');
  assert.notEqual((await visit(tab)).session_token, token);
});

test('half an hour of silence begins a new session', async () => {
  const page = await newPage(browser);
  const { session_token: token } = await visit(page);
  await page.evaluate(`localStorage.setItem('assay_session', '${token}.' + (Date.now() - 31 * 60 * 1000))`);
  assert.notEqual((await visit(page)).session_token, token);
});

test('consent withdrawn while the id is being read leaves nothing behind', async () => {
  const page = await newPage(browser);
  await page.goto(`${shop.url}/`);
  await page.evaluate(`(async () => {
    Assay.init({ publicKey: 'pub_test_1', baseUrl: '${receiver.url}' });
    const reading = Assay.collect();
    Assay.setConsent(false);
    await reading;
  })()`);
  // The reading has ended, and written what it had to write; what it wrote goes again.
  await emptied(page);
});

test('a given id that is no id is not taken', async () => {
  const page = await newPage(browser);
  for (const given of ["'<html>not found</html>'", "'short'", '42', "'; Domain=evil.test; x=' + 'y'.repeat(20)"]) {
    const { persistent_id: id } = await visit(page, `persistentId: () => ${given}`);
    assert.match(String(id), /^[0-9a-f]{32}$/, given);
  }
});

test('without consent nothing is read or stored; withdrawn, what was stored is gone; given, all comes', async () => {
  const page = await newPage(browser);
  assert.deepEqual(await visit(page, 'consent: false'), { sdk_version: '1.0.0' });
  assert.deepEqual(await stored(page), [null, null, null]);
  await page.evaluate('Assay.setConsent(true)');
  await page.evaluate(`Assay.track('login', { account: { id: 'u_1' } })`);
  assert.ok(receiver.events.at(-1)?.body.signals.persistent_id);
  assert.notDeepEqual(await stored(page), [null, null, null]);
  await page.evaluate('Assay.setConsent(false)');
  await page.evaluate(`Assay.track('login', { account: { id: 'u_1' } })`);
  assert.deepEqual(receiver.events.at(-1)?.body.signals, { sdk_version: '1.0.0' });
  await emptied(page);
  assert.equal(await page.evaluate(`localStorage.getItem('assay_session')`), null);
});
