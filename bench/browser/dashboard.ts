// `npm run bench:dashboard -- [--events 1000000] [--rounds 7] [--data DIR] [--quick]`: measures how long each dashboard screen takes to
// show its first content, on loopback, over EVENTS events in SQLite. --data uses an existing data folder instead, which must still
// have its first-run.json. `--quick` uses 10,000 events and 2 rounds.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchChromium, newPage } from '../../test/browser/chromium.ts';
import { seedDataset } from '../seed/seed.ts';
import { type DatabaseLocation, openTables } from '../seed/tables.ts';
import { serviceTemplate } from '../seed/template.ts';
import { type FirstRun, firstRun } from '../service/first-run.ts';
import { describeMachine } from '../service/machine.ts';
import { startService } from '../service/start-service.ts';
import { median } from '../statistics.ts';

/** Target for the first content, ms. */
const TARGET = 300;

const { values: given } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '7' },
    data: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const rounds = given.quick ? 2 : Number(given.rounds);
const events = given.quick ? 10_000 : Number(given.events);

function cli(folder: string, ...words: string[]): string {
  return execFileSync(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', ...words], {
    env: { ...process.env, DATA_DIR: folder },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
}

/** Sets up an installation and seeds its test environment. */
async function seed(folder: string, events: number): Promise<void> {
  cli(folder, 'setup', '--json');
  const location: DatabaseLocation = { engine: 'sqlite', path: join(folder, 'assay.db') };
  const tables = await openTables(location);
  const [test] = await tables.all("SELECT number FROM environments WHERE kind = 'test'");
  await tables.close();
  const started = performance.now();
  await seedDataset(location, await serviceTemplate(), { environmentNumber: Number(test?.number), events });
  console.error(`${events} events: seeded in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
}

/** Opens a screen by its URL fragment and returns the milliseconds until `content` is in the page, by the page's clock. */
async function open(page: Page, fragment: string, content: string): Promise<number> {
  return page.evaluate<number>(
    `new Promise((resolve, reject) => {
      const started = performance.now();
      setTimeout(() => reject(new Error(${JSON.stringify(`${fragment}: no ${content} within 30 s`)})), 30_000);
      const check = () => {
        if (location.hash !== ${JSON.stringify(fragment)}) return;
        if (document.querySelector(${JSON.stringify(content)}) === null) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - started));
      };
      const observer = new MutationObserver(check);
      observer.observe(document.body, { childList: true, subtree: true });
      location.hash = ${JSON.stringify(fragment)};
      setTimeout(check, 0);
    })`,
  );
}

async function screens(baseUrl: string, { environments: { test } }: FirstRun): Promise<[string, string, string][]> {
  const response = await fetch(`${baseUrl}/v1/environments/${test.id}/events?limit=1`, {
    headers: { authorization: `Bearer ${test.secret_key}` },
  });
  const [event] = (
    (await response.json()) as { data: { id: string; external_account_id: string; device: { id: string } }[] }
  ).data;
  if (event === undefined) throw new Error('the environment has no events');
  const row = 'main tbody tr';
  return [
    ['Overview', 'overview', 'ul[aria-label="Key numbers"]'],
    ['Overview, 30 days', 'overview?days=30', 'ul[aria-label="Key numbers"]'],
    ['Events', 'events', row],
    ['Events, by score', 'events?sort=score', row],
    ['Events, filtered', 'events?decision=challenge&level=high', row],
    ['One event', `events/${event.id}`, 'section[aria-label="Decision"]'],
    ['Worklist', 'worklist', row],
    ['Worklist, one by one', 'worklist?queue=unlabeled', row],
    ['One network', `network/net_${event.id.slice(-26)}`, row],
    ['Devices', 'devices', row],
    ['One device', `devices/${event.device.id}`, row],
    ['One account', `accounts/${event.external_account_id}`, row],
    ['Network', 'network', row],
    ['Risk assessments', 'assessments', row],
    ['Policy', 'policy', '[role="slider"]'],
    ['Webhooks', 'webhooks', 'main section'],
    ['Keys', 'keys', row],
    ['Integration', 'integration', 'main section'],
    ['Audit log', 'audit', 'main ol li, main section'],
  ];
}

const folder = given.data ?? mkdtempSync(join(tmpdir(), 'assay-bench-dashboard-'));
if (given.data === undefined) await seed(folder, events);
const first = firstRun(folder);
const service = await startService('src/main.ts', '/readyz', {}, folder);
const browser = await launchChromium();
try {
  const page = await newPage(browser, { baseURL: service.baseUrl });
  await page.goto('/');
  await page.getByLabel('Email').fill(first.owner.email);
  await page.getByLabel('Password', { exact: true }).fill(first.owner.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.waitForLoadState('networkidle');
  console.log(
    `${describeMachine()}\n${given.data ?? `${events} events`}, ${rounds} rounds, ms until the first content\n`,
  );
  console.log('| Screen | median | worst |\n|---|---|---|');
  for (const [name, path, content] of await screens(service.baseUrl, first)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // A reload empties the response cache. Waiting for the network loads the screens' code, as a second on the page does.
      await page.goto(`/#/${first.environments.test.id}/settings`);
      await page.reload({ waitUntil: 'networkidle' });
      times.push(await open(page, `#/${first.environments.test.id}/${path}`, content));
    }
    const worst = Math.max(...times);
    console.log(
      `| ${name} | ${median(times).toFixed(0)} | ${worst.toFixed(0)}${worst > TARGET ? ` (over ${TARGET})` : ''} |`,
    );
  }
} finally {
  await browser.close();
  await service.stop();
  if (given.data === undefined) rmSync(folder, { recursive: true, force: true });
}
