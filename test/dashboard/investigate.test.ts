// Tests an analyst's work on imported logins: the overview, the list of events, one event, and the search.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../src/vocabulary/clock.ts';
import { waitFor } from '../browser/chromium.ts';
import { runDashboard } from './running-dashboard.ts';
import { eventsOf, type Item } from './service.ts';
import { drawn, holdAnswers, screenAt } from './visitor.ts';

const dashboard = runDashboard({ events: true });

/** Yesterday has events at any time, unlike today in its first hour. If midnight passes meanwhile, it is the day of the import. */
const yesterday = () => new Date(Date.now() - DAY).toISOString().slice(0, 10);

test('draws charts where the browser reports no valid language, as Chromium does under the POSIX locale', async () => {
  const { page, open } = dashboard.visitor;
  await page.addInitScript(
    "Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })",
  );
  await page.reload();
  await open(`overview?date=${yesterday()}`, 'Overview');
  await page.locator('canvas').waitFor();
});

test('overview shows the numbers of the day, a chart, and its data as a table', async () => {
  const { page, open } = dashboard.visitor;
  await open(`overview?date=${yesterday()}`, 'Overview');
  const numbers = page.getByRole('list', { name: 'Key numbers' });
  await numbers.getByText('Challenged').waitFor();
  await page.locator('canvas').waitFor();
  await page.getByText('Show data').first().click();
  const rows = page.getByRole('table', { name: /Decisions by hour/ }).getByRole('row');
  assert.equal(await rows.count(), 25);
  await page.getByRole('region', { name: 'Top signals' }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  assert.match(page.url(), /signal=[A-Z_]+/);
});

test('dragging over bars of a chart leads to their events', async () => {
  const { page, open } = dashboard.visitor;
  // The previous period, needed only for comparison, is answered after the chart is drawn. It ends before the newest day.
  let newest = '';
  const answerBefore = await holdAnswers(page, ({ pathname, searchParams }) => {
    if (!pathname.endsWith('/trends')) return false;
    const to = searchParams.get('to') ?? '';
    if (to > newest) newest = to;
    return to < newest;
  });
  await open('overview?days=7', 'Overview');
  await page.locator('canvas').waitFor();
  await page.locator('canvas').evaluate((canvas) => canvas.setAttribute('data-drawn', 'first'));
  answerBefore();
  await page.getByRole('list', { name: 'Key numbers' }).getByText('7 days before').first().waitFor();
  assert.equal(await page.locator('canvas').getAttribute('data-drawn'), 'first', 'numbers redraw the whole chart');
  const box = await page.locator('.u-over').boundingBox();
  assert.ok(box !== null);
  // Taken from the page: midnight may have passed since.
  const [, today = ''] = /to (\d{4}-\d\d-\d\d) \(UTC\)/.exec((await page.locator('main').textContent()) ?? '') ?? [];
  // Seven bars: from the middle of the third to the middle of the sixth.
  const bar = (number: number) => box.x + (box.width * (number - 0.4)) / 7.2;
  await page.mouse.move(bar(3), box.y + 20);
  await page.mouse.down();
  await page.mouse.move(bar(6), box.y + 20, { steps: 5 });
  await page.mouse.up();
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  const query = new URLSearchParams(page.url().split('?')[1]);
  const fourDaysBefore = new Date(Date.parse(today) - 4 * DAY).toISOString().slice(0, 10);
  assert.deepEqual([query.get('from')?.slice(0, 10), query.get('to')?.slice(0, 10)], [fourDaysBefore, today]);
});

test('filters are in the address, survive a reload and can be cleared', async () => {
  const { page, open } = dashboard.visitor;
  await open('events', 'Events');
  await page.getByRole('combobox', { name: 'Decision' }).click();
  await page.getByRole('option', { name: 'Block' }).click();
  await page.keyboard.press('Escape');
  await screenAt(page, /decision=block/);
  await page.reload();
  const table = page.getByRole('table', { name: 'Events' });
  await table.waitFor();
  const decisions = await table.getByRole('row').locator('td[data-name="Decision"]').allTextContents();
  assert.ok(decisions.length > 0);
  assert.deepEqual([...new Set(decisions)], ['Block']);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await screenAt(page, (url) => !/[?&]decision=/.test(url.hash));
  await page.getByLabel('Account', { exact: true }).fill('no such account');
  await page.keyboard.press('Enter');
  await page.getByText('No matching events').waitFor();
});

test('keyboard: n and p change pages, j, k and Enter open rows', async () => {
  const { page, open } = dashboard.visitor;
  await open('events', 'Events');
  const table = page.getByRole('table', { name: 'Events' });
  await table.waitFor();
  const link = (index: number) => table.locator('[data-row-link]').nth(index);
  // The rest of a link names the list that it was opened from, and its page.
  const first = (await link(0).getAttribute('href'))?.split('?')[0];
  const shown = "document.querySelector('[data-row-link]')?.getAttribute('href').split('?')[0]";
  // Shortcuts are off while a filter has the focus, as it may after the previous test.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('n');
  await screenAt(page, /cursor=/);
  await waitFor(page, `${shown} !== '${first}'`);
  await page.keyboard.press('p');
  await waitFor(page, `${shown} === '${first}'`);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const focused = () => page.evaluate<string>("document.activeElement.getAttribute('href').split('?')[0]");
  assert.equal(await focused(), first);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Decision', exact: true }).waitFor();
  // After Back, the keys continue from the row that was opened.
  await page.goBack();
  await screenAt(page, /events(\?|$)/);
  await table.waitFor();
  const third = (await link(2).getAttribute('href'))?.split('?')[0];
  await page.keyboard.press('j');
  assert.equal(await focused(), third);
});

test('live tail shows an event that arrives while the list is open', async () => {
  const { page, open } = dashboard.visitor;
  await open('events', 'Events');
  await page.keyboard.press('t');
  await screenAt(page, /tail=on/);
  const account = `tail_${Date.now()}`;
  await dashboard.service.request('POST', '/v1/events', {
    event: 'login',
    account: { id: account },
    signals: { timezone: 'Europe/Oslo' },
  });
  await page.getByRole('link', { name: account }).waitFor();
  await page.keyboard.press('t');
});

test("an event shows its decision, reasons, evidence and the current policy's result", async () => {
  const { page, open } = dashboard.visitor;
  const [event] = (await eventsOf(dashboard.service, 'decision=challenge&limit=100')).filter(
    ({ risk }) => risk.signals.length >= 3,
  );
  assert.ok(event, 'the import contains no challenge with three signals');
  await open(`events/${event.id}`);
  const verdict = page.getByRole('region', { name: 'Decision', exact: true });
  await verdict.getByText('you challenge from 50').waitFor();
  assert.match(
    (await verdict.textContent()) ?? '',
    /Challenged because of .+ points, and you challenge from 50\..*What to do.+Follow-up/,
  );
  const why = page.getByRole('region', { name: `Why the score is ${event.risk.score}` });
  for (const { code } of event.risk.signals) await why.getByText(code).waitFor();
  await why.getByText('Evidence').first().click();
  assert.ok((await why.locator('details[open] dt').count()) > 0);
  const path = page.getByRole('region', { name: 'How the score led to the decision' });
  await path.getByText('Version 1').first().waitFor();
  await path.getByText('Today, this event would be decided the same way.').waitFor();
  await page.getByRole('region', { name: 'How the device was recognized' }).getByText('Compared with').waitFor();
  await page.getByRole('region', { name: 'Network' }).getByText('Public internet').waitFor();
  // A line separates the two columns, which start at the same height if they are side by side.
  for (const width of [1440, 720, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const names = ['As decided', /^Under the current policy/];
    const [decided, current] = await Promise.all(
      names.map((name) => path.getByRole('heading', { name, level: 3 }).boundingBox()),
    );
    assert.ok(decided && current);
    const isBelow = current.y > decided.y + 100;
    assert.ok(isBelow || Math.abs(current.y - decided.y) < 8, `${width} px: ${decided.y}, ${current.y}`);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('the parts of an event stay where they are while the rest is read', async () => {
  const { page, open } = dashboard.visitor;
  const [event] = await eventsOf(dashboard.service, 'decision=challenge&limit=1');
  assert.ok(event);
  await open('network', 'Network');
  // A reloaded page has read no policy and no campaign yet.
  await page.reload();
  const answerPolicy = await holdAnswers(page, (url) => url.pathname.includes('/policy/versions/'));
  const answerCampaign = await holdAnswers(page, (url) => url.pathname.includes('/campaigns/'));
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === `/v1/events/${event.id}`);
  const opened = open(`events/${event.id}`);
  await (await answered).finished();
  await drawn(page);
  const verdict = page.getByRole('region', { name: 'Decision', exact: true });
  assert.equal(await verdict.count(), 0, 'shown before its sentence is complete');
  answerPolicy();
  await verdict.getByText(/points, and you challenge from 50/).waitFor();
  // The card already takes up its space before the answer.
  const campaign = page.getByRole('region', { name: 'Campaign', exact: true });
  await campaign.getByText('Loading').waitFor();
  answerCampaign();
  await opened;
  await campaign.getByText(/Open the campaign|stands alone/).waitFor();
  const { data: alone } = await dashboard.service.request<{ data: Item }>('POST', '/v1/events', {
    event: 'login',
    account: { id: 'force_challenge_alone' },
    signals: { canvas_hash: 'seen nowhere else', timezone: 'Europe/Oslo' },
  });
  await open(`events/${alone.id}`);
  await campaign.getByText('This event stands alone').waitFor();
});

test('search opens an event, a network and a screen by keyboard', async () => {
  const { page, open } = dashboard.visitor;
  const [event] = await eventsOf(dashboard.service, 'decision=block&limit=1');
  assert.ok(event);
  const detail = await dashboard.service.request<{ data: { ip_address: string } }>('GET', `/v1/events/${event.id}`);
  await open('overview', 'Overview');
  const field = page.getByRole('combobox', { name: 'Search or command' });
  const search = async (key: string, text: string, option: RegExp) => {
    await page.keyboard.press(key);
    await field.fill(text);
    await page.getByRole('option', { name: option }).first().waitFor();
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
  };
  await search('/', event.id, /^Event/);
  await screenAt(page, new RegExp(event.id));
  const campaign = `cmp_${event.id.slice(-26)}`;
  await search('Control+k', `see https://risk.example.com/#/env_1/campaigns/${campaign}`, /^Campaign/);
  await screenAt(page, new RegExp(campaign));
  await search('Control+k', detail.data.ip_address, /^Network/);
  await page.getByRole('table', { name: 'Events of the address' }).waitFor();
  await search('Control+k', 'audit', /^Screen Audit log/);
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  await page.keyboard.press('Control+k');
  await field.fill('nothing like this');
  await page.getByText('Nothing in this environment matches.', { exact: true }).waitFor();
  const answered = page.waitForResponse((response) => response.url().includes('q=webhooks'));
  await field.fill('webhooks');
  await page.getByRole('option', { name: /^Screen Webhooks/ }).waitFor();
  await (await answered).finished();
  await drawn(page);
  assert.equal(await page.getByText('Nothing in this environment matches.').count(), 0);
  await field.fill('198.51.100.');
  await page.getByText('Enter a full IP address, or a masked one').waitFor();
  await page.keyboard.press('Escape');
  // As copied from a list.
  const masked = detail.data.ip_address.replace(/\d+$/, 'xxx');
  await search('Control+k', masked, new RegExp(`^Network ${masked.replaceAll('.', '\\.')}`));
  await page.getByRole('heading', { level: 1, name: masked }).waitFor();
});

test('an account id that reverses the direction of text does not change what follows it', async () => {
  const { page, open } = dashboard.visitor;
  const account = 'reversing \u202e id';
  const event = { event: 'login', account: { id: account } };
  const { data } = await dashboard.service.request<{ data: Item }>('POST', '/v1/events', event);
  await open(`events/${data.id}`);
  const link = page.getByRole('region', { name: 'Decision' }).getByRole('link', { name: account }).first();
  await link.waitFor();
  const [first, last] = await link.evaluate((element) => {
    const text = element.parentElement?.querySelector('time span')?.firstChild;
    const leftOf = (at: number) => {
      const range = element.ownerDocument.createRange();
      range.setStart(text as never, at);
      range.setEnd(text as never, at + 1);
      return range.getBoundingClientRect().left;
    };
    return [leftOf(0), leftOf(3)] as const;
  });
  assert.ok(first < last, 'the time runs from left to right');
});

test('renders a hostile account id, user agent and trait as text', async () => {
  const { page, open } = dashboard.visitor;
  const markup = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  const account = `a/b?c#d %25 ${markup} 😀`;
  const { data } = await dashboard.service.request<{ data: Item }>('POST', '/v1/events', {
    event: 'login',
    account: { id: account },
    signals: { timezone: markup.slice(0, 60), user_agent: markup, platform: markup.slice(0, 60) },
  });
  for (const path of ['events', 'devices', 'accounts', `events/${data.id}`, `devices/${data.device.id}`]) {
    await open(path);
    assert.equal(await page.locator('main :is(img, script)').count(), 0, path);
    assert.match(await page.title(), /^TEST · /, path);
  }
  await open('accounts', 'Accounts');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or command' }).fill(account);
  await page.getByRole('option', { name: /^Account/ }).waitFor();
  assert.equal(await page.locator('[role="dialog"] :is(img, script)').count(), 0);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: account }).waitFor();
  await page.getByRole('table', { name: 'Devices of the account' }).waitFor();
  await page.getByRole('table', { name: 'Events of the account' }).waitFor();
  assert.equal(await page.locator('main :is(img, script)').count(), 0);
  await open('accounts/never_seen');
  await page.getByText('Account not found').waitFor();
});
