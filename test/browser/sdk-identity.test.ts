// Tests that the id of a browser survives a partial loss of storage, is replaced after a full loss, and needs consent.
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
    const request = opening.result.transaction('ids').objectStore('ids').get('assay_id');
    request.onsuccess = () => { opening.result.close(); resolve(request.result ?? null); };
  };
})`;
/** Without the table that the SDK creates in its own. */
const createOwnDatabase = `new Promise((resolve) => {
  const opening = indexedDB.open('assay', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('basket');
  opening.onsuccess = () => { opening.result.close(); resolve(null); };
})`;
const dropDatabase = `new Promise((resolve) => { indexedDB.deleteDatabase('assay').onsuccess = () => resolve(null); })`;
const dropCookie = `void (document.cookie = 'assay_id=; Path=/; Max-Age=0')`;
const dropLocal = `localStorage.removeItem('assay_id')`;

/** Returns the id in each of the three stores. */
async function stored(page: Page): Promise<(string | null)[]> {
  const cookies = await page.context().cookies();
  return [
    (await page.evaluate(`localStorage.getItem('assay_id')`)) as string | null,
    (await page.evaluate(readDatabase)) as string | null,
    cookies.find((cookie) => cookie.name === 'assay_id')?.value ?? null,
  ];
}

/** Waits until all stores, which are cleared one after the other, are empty. */
async function untilEmpty(page: Page): Promise<void> {
  await waitFor(page, `!localStorage.getItem('assay_id') && !document.cookie.includes('assay_id')`);
  await waitFor(page, `(await ${readDatabase}) === null`);
}

test('stores the id three times and restores lost or changed copies', async () => {
  const page = await newPage(browser);
  const { persistent_id: id } = await visit(page);
  assert.match(String(id), /^[0-9a-f]{32}$/);
  assert.deepEqual(await stored(page), [id, id, id]);
  const losses = {
    'first lost': [dropLocal],
    'second lost': [dropCookie],
    'two lost': [dropLocal, dropDatabase],
    'one corrupted': [`localStorage.setItem('assay_id', 'nonsense')`],
    'one different': [`localStorage.setItem('assay_id', '${'0'.repeat(32)}')`],
  };
  for (const [name, actions] of Object.entries(losses)) {
    for (const action of actions) await page.evaluate(action);
    assert.equal((await visit(page)).persistent_id, id, name);
    assert.deepEqual(await stored(page), [id, id, id], `${name}: restored`);
  }
  for (const action of [dropLocal, dropCookie, dropDatabase]) await page.evaluate(action);
  const { persistent_id: second } = await visit(page);
  assert.match(String(second), /^[0-9a-f]{32}$/);
  assert.notEqual(second, id, 'a new id after all stores are lost');
});

test('two tabs opened at once use the same id', async () => {
  const page = await newPage(browser);
  const other = await page.context().newPage();
  await Promise.all([visit(page), visit(other)]);
  const first = await visit(page);
  const second = await visit(other);
  assert.equal(first.persistent_id, second.persistent_id);
});

test('uses the id that another tab has stored since the first look', async () => {
  const page = await newPage(browser);
  const id = 'b8f1f6c26f0c4f6e9a570d6c1d6f1c11';
  await page.addInitScript(`
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function (key) {
      const found = getItem.call(this, key);
      if (key === 'assay_id' && found === null) this.setItem(key, '${id}');
      return found;
    };
  `);
  assert.equal((await visit(page)).persistent_id, id);
  assert.deepEqual(await stored(page), [id, id, id]);
});

test('sends events without an id if every store is blocked', async () => {
  const page = await newPage(browser);
  await page.addInitScript(`
    for (const name of ['localStorage', 'indexedDB']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });
    }
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} });
  `);
  const signals = await visit(page);
  assert.equal(signals.indexed_db, false);
  assert.ok(signals.session_token, 'the session token is in memory');
  assert.equal(signals.persistent_id, undefined);
  assert.deepEqual(pageErrors(page), []);
});

test("leaves a site's own database of that name alone, without an error in the page", async () => {
  const page = await newPage(browser);
  await page.goto(`${shop.url}/`);
  await page.evaluate(createOwnDatabase);
  const { persistent_id: id } = await visit(page);
  assert.match(String(id), /^[0-9a-f]{32}$/, 'the id is in the other stores');
  assert.deepEqual(pageErrors(page), []);
  await page.evaluate(dropDatabase);
});

test('uses an id that it finds in stores that take no more writes', async () => {
  const page = await newPage(browser);
  const { persistent_id: id } = await visit(page);
  await page.addInitScript(`
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('blocked', 'SecurityError'); } });
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} });
  `);
  assert.equal((await visit(page)).persistent_id, id);
});

test("prefers and stores an id from the customer's server", async () => {
  const page = await newPage(browser);
  const given = '0193a2b4-7c1e-7d00-9f3a-5b6c7d8e9f00';
  assert.equal((await visit(page, `persistentId: async () => '${given}'`)).persistent_id, given);
  assert.equal((await visit(page, `persistentId: () => { throw new Error('down'); }`)).persistent_id, given);
  assert.equal((await visit(page, 'persistentId: () => new Promise(() => {})')).persistent_id, given);
});

test('"server" stores no id in the browser', async () => {
  const page = await newPage(browser);
  assert.equal((await visit(page, `persistentId: 'server'`)).persistent_id, undefined);
  assert.deepEqual(await stored(page), [null, null, null]);
});

test('the session spans pages and tabs and ends with a logout', async () => {
  const page = await newPage(browser);
  const { session_token: token } = await visit(page);
  assert.match(String(token), /^[0-9a-f]{32}$/);
  assert.equal((await visit(page)).session_token, token);
  const tab = await page.context().newPage();
  assert.equal((await visit(tab)).session_token, token);
  await tab.evaluate(`Assay.track('logout', { account: { id: 'u_1' } })`);
  assert.equal(receiver.events.at(-1)?.body.signals.session_token, token, 'the logout event belongs to the session');
  assert.notEqual((await visit(tab)).session_token, token);
});

test('a new session starts after 30 idle minutes', async () => {
  const page = await newPage(browser);
  const { session_token: token } = await visit(page);
  await page.evaluate(`localStorage.setItem('assay_session', '${token}.' + (Date.now() - 31 * 60 * 1000))`);
  assert.notEqual((await visit(page)).session_token, token);
});

test('withdrawing consent during a read leaves nothing stored', async () => {
  const page = await newPage(browser);
  await page.goto(`${shop.url}/`);
  await page.evaluate(`(async () => {
    Assay.init({ publicKey: 'pub_test_1', baseUrl: '${receiver.url}' });
    const reading = Assay.collect();
    Assay.setConsent(false);
    await reading;
  })()`);
  // The read has finished and written the id; this write is removed too.
  await untilEmpty(page);
});

test('consent given again right after it was withdrawn stores an id that the withdrawal does not remove', async () => {
  const page = await newPage(browser);
  await page.goto(`${shop.url}/`);
  const id = await page.evaluate(`(async () => {
    const answers = [];
    const persistentId = () => new Promise((resolve) => answers.push(resolve));
    Assay.init({ publicKey: 'pub_test_1', baseUrl: '${receiver.url}', persistentId });
    const before = Assay.collect();
    while (answers.length === 0) await new Promise((resolve) => setTimeout(resolve));
    Assay.setConsent(false);
    Assay.setConsent(true);
    const again = Assay.collect();
    await new Promise((resolve) => setTimeout(resolve));
    if (answers.length > 1) return 'read before the removal';
    answers[0]('${'a'.repeat(32)}');
    await before;
    while (answers.length === 1) await new Promise((resolve) => setTimeout(resolve));
    answers[1]('${'b'.repeat(32)}');
    return (await again).persistent_id;
  })()`);
  assert.equal(id, 'b'.repeat(32));
  assert.deepEqual(await stored(page), [id, id, id]);
});

test('watches the page for each consent once, and not after it was withdrawn', async () => {
  const page = await newPage(browser);
  await page.addInitScript(`
    globalThis.watched = [];
    for (const name of ['addEventListener', 'removeEventListener']) {
      const original = globalThis[name];
      globalThis[name] = function (type, ...more) {
        if (name === 'addEventListener') watched.push(type);
        else watched = watched.filter((other) => other !== type);
        return original.call(this, type, ...more);
      };
    }
  `);
  const watched = () => page.evaluate('watched.filter((type) => /^(key|paste|pointer)/.test(type)).sort()');
  const all = ['keydown', 'paste', 'pointerdown', 'pointermove'];
  await visit(page);
  assert.deepEqual(await watched(), all);
  await page.evaluate('Assay.setConsent(false)');
  assert.deepEqual(await watched(), []);
  await page.evaluate('Assay.setConsent(true)');
  assert.deepEqual(await watched(), all);
});

test("ignores invalid ids from the customer's server", async () => {
  const page = await newPage(browser);
  for (const given of ["'<html>not found</html>'", "'short'", '42', "'; Domain=evil.test; x=' + 'y'.repeat(20)"]) {
    const { persistent_id: id } = await visit(page, `persistentId: () => ${given}`);
    assert.match(String(id), /^[0-9a-f]{32}$/, given);
  }
});

test('reads and stores only with consent; withdrawing it clears the stores', async () => {
  const page = await newPage(browser);
  assert.deepEqual(await visit(page, 'consent: false'), { sdk_version: '0.1.0' });
  assert.deepEqual(await stored(page), [null, null, null]);
  await page.evaluate('Assay.setConsent(true)');
  await page.evaluate(`Assay.track('login', { account: { id: 'u_1' } })`);
  assert.ok(receiver.events.at(-1)?.body.signals.persistent_id);
  assert.notDeepEqual(await stored(page), [null, null, null]);
  await page.evaluate('Assay.setConsent(false)');
  await page.evaluate(`Assay.track('login', { account: { id: 'u_1' } })`);
  assert.deepEqual(receiver.events.at(-1)?.body.signals, { sdk_version: '0.1.0' });
  await untilEmpty(page);
  assert.equal(await page.evaluate(`localStorage.getItem('assay_session')`), null);
});
