// `npm run bench:dashboard -- [--events 1000000] [--rounds 20] [--engines sqlite,postgres] [--data DIR] [--quick]`: measures how long each
// screen of the dashboard takes to show its first content, and how long the answers behind search, campaigns and links take, on
// loopback over EVENTS events. --data uses an existing data folder with SQLite instead, which must still have its first-run.json.
// `--quick` uses 10,000 events and 2 rounds.
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchChromium, newPage } from '../../test/browser/chromium.ts';
import { type FirstRun, firstRun, logIn } from '../service/first-run.ts';
import { describeMachine } from '../service/machine.ts';
import { type RunningService, SERVER, startService } from '../service/start-service.ts';
import { median, percentile } from '../statistics.ts';
import { type EngineName, type Installation, seedInstallation } from './dashboard-data.ts';
import { answersOf, findSamples, type Samples, screensOf, TARGETS } from './dashboard-screens.ts';

const { values: given } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '20' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    data: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const rounds = given.quick ? 2 : Number(given.rounds);
/** How long a screen may send requests after its first content, ms; page changes without a load do not wait for the network. */
const SETTLE = 400;
const events = given.quick ? 10_000 : Number(given.events);

/**
 * Opens a screen by its URL fragment and returns the milliseconds until `content` is in the page, by the page's clock. Content
 * of the previous screen does not count.
 */
async function open(page: Page, fragment: string, content: string): Promise<number> {
  return page.evaluate<number>(
    `new Promise((resolve, reject) => {
      const started = performance.now();
      setTimeout(() => reject(new Error(${JSON.stringify(`${fragment}: no ${content} within 30 s`)})), 30_000);
      for (const old of document.querySelectorAll('main *')) old.setAttribute('data-before', '');
      const check = () => {
        // A list adds its columns to the address.
        if (location.hash.split('?')[0] !== ${JSON.stringify(fragment.split('?')[0])}) return;
        if (document.querySelector(${JSON.stringify(`:is(${content}):not([data-before])`)}) === null) return;
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

async function openDashboard(page: Page, { owner }: FirstRun): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.waitForLoadState('networkidle');
}

const over = (value: number, target: number) => (value > target ? ` (over ${target})` : '');

/**
 * Visits each screen once per round, with the code of the screens loaded and without stored answers. The 95th percentile of 20
 * visits is the slowest.
 */
async function measureScreens(service: RunningService, first: FirstRun, samples: Samples): Promise<void> {
  const browser = await launchChromium();
  const screens = screensOf(samples).map((screen) => ({ screen, times: [] as number[], cpu: 0 }));
  try {
    const page = await newPage(browser, { baseURL: service.baseUrl });
    await openDashboard(page, first);
    const start = `#/${first.environments.test.id}/settings`;
    for (let round = 0; round < rounds; round++) {
      // A reload empties the response cache. Waiting for the network loads the screens' code, as it would load within a second.
      await page.goto(`/${start}`);
      await page.reload({ waitUntil: 'networkidle' });
      for (const measured of screens) {
        const [, path, content] = measured.screen;
        const before = service.cpuMicros();
        measured.times.push(await open(page, `#/${first.environments.test.id}/${path}`, content));
        await page.waitForTimeout(SETTLE);
        measured.cpu += service.cpuMicros() - before;
        await open(page, start, 'main h1');
      }
    }
  } finally {
    await browser.close();
  }
  console.log('| Screen | median ms | p95 ms | CPU ms of the service |\n|---|---|---|---|');
  for (const { screen, times, cpu } of screens) {
    const p95 = percentile(times, 0.95);
    const cells = [screen[0], median(times).toFixed(0), p95.toFixed(0) + over(p95, TARGETS.screen)];
    console.log(`| ${[...cells, (cpu / rounds / 1_000).toFixed(0)].join(' | ')} |`);
  }
}

async function measureAnswers(service: RunningService, first: FirstRun, samples: Samples): Promise<void> {
  const authorization = `Bearer ${await logIn(service, first)}`;
  console.log('\n| Answer | median ms | p95 ms |\n|---|---|---|');
  for (const [name, path, target] of answersOf(samples)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const url = `${service.baseUrl}/v1/environments/${first.environments.test.id}/${path}`;
      const started = performance.now();
      const response = await fetch(url, { headers: { authorization } });
      await response.text();
      times.push(performance.now() - started);
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
    }
    const middle = median(times);
    console.log(`| ${name} | ${middle.toFixed(1)}${over(middle, target)} | ${percentile(times, 0.95).toFixed(1)} |`);
  }
}

async function measure(title: string, { dataDir, environment }: Omit<Installation, 'remove'>): Promise<void> {
  const service = await startService(SERVER, '/readyz', environment, dataDir);
  try {
    const first = firstRun(dataDir);
    const samples = await findSamples(service.baseUrl, first);
    console.log(`\n## ${title}, ${rounds} rounds\n`);
    await measureScreens(service, first, samples);
    await measureAnswers(service, first, samples);
  } finally {
    await service.stop();
  }
}

console.log(describeMachine());
if (given.data !== undefined) await measure(given.data, { dataDir: given.data, environment: {} });
else {
  for (const engine of given.engines.split(',')) {
    const installation = await seedInstallation(engine as EngineName, events);
    await measure(`${engine}, ${events} events`, installation).finally(installation.remove);
  }
}
