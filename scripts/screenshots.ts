// Retakes docs/screenshots: all dashboard screens at 1440 and 390 px, from a running service with imported events.
//   npx tsx scripts/screenshots.ts [--out docs/screenshots] [--only event,policy] [--schemes light,dark] [--widths 1440,390]
//     [--events FILE]
// --events names gzipped events as `npm run simulate:logins` writes them, instead of the 1,255 of the tests. Without --schemes,
// all screens are taken in light and the screens of DARK_SCREENS also in dark.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchChromium } from '../test/browser/chromium.ts';
import { createSampleData } from '../test/dashboard/sample-data.ts';
import { allScreens } from '../test/dashboard/screens.ts';
import { startService } from '../test/dashboard/service.ts';
import { contentLoaded, visit } from '../test/dashboard/visitor.ts';
import { palettePng } from './palette-png.ts';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: 'docs/screenshots' },
    only: { type: 'string' },
    schemes: { type: 'string' },
    events: { type: 'string' },
    widths: { type: 'string', default: '1440,390' },
  },
});
/** Heights by width, px; longer pages are cropped: the documentation shows a screen, not a whole list. */
const MAX_HEIGHTS: Readonly<Record<number, number>> = { 1440: 1500, 390: 1700 };
/** Rules are evaluated every five seconds. */
const ALERT_TIMEOUT_MS = 20_000;
const DARK_SCREENS = ['overview', 'event', 'policy'];

interface One<T> {
  data: T;
}
type Scheme = 'light' | 'dark';
const schemesOf = (name: string): Scheme[] => {
  if (options.schemes !== undefined) return options.schemes.split(',') as Scheme[];
  return DARK_SCREENS.includes(name) ? ['light', 'dark'] : ['light'];
};

mkdirSync(options.out, { recursive: true });
const [service, browser] = await Promise.all([startService({ events: options.events ?? true }), launchChromium()]);
const { endpoint, receiver } = await createSampleData(service);
try {
  await openAlert();
  const requested = options.only?.split(',');
  const screens = (await allScreens(service, endpoint)).filter(({ name }) => requested?.includes(name) ?? true);
  for (const width of options.widths.split(',').map(Number)) {
    const { page, open, close } = await visit(browser, service, { viewport: { width, height: 900 } });
    for (const { name, path, heading } of screens) {
      await open(path, heading);
      for (const colorScheme of schemesOf(name)) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        // Wait for canvases to be drawn and for color transitions to finish.
        await page.waitForTimeout(500);
        await contentLoaded(page);
        if (name === 'policy-backtest') await runBacktest(page);
        const height = await page.evaluate<number>('document.documentElement.scrollHeight');
        const clip = { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHTS[width] ?? height) };
        const png = await page.screenshot({ fullPage: true, clip });
        writeFileSync(join(options.out, `${name}-${width}-${colorScheme}.png`), palettePng(png));
        // The draft would show on the other screens of the policy.
        if (name === 'policy-backtest') await page.getByRole('button', { name: 'Discard changes' }).click();
      }
    }
    await close();
  }
} finally {
  await browser.close();
  await receiver[Symbol.asyncDispose]();
  await service.stop();
}

/** Lowers a threshold and runs a backtest of it: without a result, the screen shows nothing of what it is for. */
async function runBacktest(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Thresholds' }).click();
  await page.getByRole('textbox', { name: 'Allow up to' }).fill('19');
  await page.getByRole('button', { name: 'Backtest first' }).click();
  await page.getByRole('table', { name: /^Recorded decisions/ }).waitFor();
  await page.evaluate('window.scrollTo(0, 0)');
}

/** Opens an alert about the largest attack of the last day, if there is one, and waits until its channel was notified. */
async function openAlert(): Promise<void> {
  const { data: session } = await service.request<One<{ token: string }>>('POST', '/v1/auth/login', service.owner);
  const base = `/v1/environments/${service.environments.test.id}`;
  const request = <T>(method: string, path: string, body?: unknown) =>
    service.request<T>(method, `${base}/${path}`, body, session.token);
  const channel = { name: 'Shop backend', kind: 'webhook', endpoint_id: endpoint };
  const { data } = await request<One<{ id: string }>>('POST', 'alert-channels', channel);
  const rule = { name: 'Attack wave', kind: 'attack_wave', threshold: 10, window_minutes: 1_440, channels: [data.id] };
  await request('POST', 'alert-rules', rule);
  const deadline = Date.now() + ALERT_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const open = await request<One<{ notifications: { status: string }[] }[]>>('GET', 'alerts');
    if (open.data[0]?.notifications.some(({ status }) => status === 'sent')) return;
    await sleep(500);
  }
  console.error('No alert opened: the events have no attack in their last day.');
}
