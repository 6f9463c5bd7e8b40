// Remakes docs/screenshots: every screen of the dashboard at 1440 and 390 px, against the real service with imported events.
//   npx tsx scripts/screenshots.ts [--out docs/screenshots] [--only event,policy] [--schemes light,dark] [--widths 1440,390]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../test/browser/chromium.ts';
import { furnish } from '../test/dashboard/furnish.ts';
import { everyScreen } from '../test/dashboard/screens.ts';
import { startService } from '../test/dashboard/service.ts';
import { visit } from '../test/dashboard/visitor.ts';

const { values: given } = parseArgs({
  options: {
    out: { type: 'string', default: 'docs/screenshots' },
    only: { type: 'string' },
    schemes: { type: 'string', default: 'light,dark' },
    widths: { type: 'string', default: '1440,390' },
  },
});
/** Longer pages are cut: the reader of the documentation is shown the screen, not all of a list. */
const TALLEST = { 1440: 1500, 390: 1700 } as Record<number, number>;

mkdirSync(given.out, { recursive: true });
const [service, browser] = await Promise.all([startService({ events: true }), launchChromium()]);
const { endpoint, receiver } = await furnish(service);
try {
  const screens = (await everyScreen(service, endpoint)).filter(
    ({ name }) => given.only === undefined || given.only.split(',').includes(name),
  );
  for (const width of given.widths.split(',').map(Number)) {
    const { page, open, close } = await visit(browser, service, { viewport: { width, height: 900 } });
    for (const { name, path, heading } of screens) {
      await open(path, heading);
      for (const colorScheme of given.schemes.split(',') as ('light' | 'dark')[]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.evaluate('document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 250)))');
        const height = await page.evaluate<number>('document.documentElement.scrollHeight');
        const clip = { x: 0, y: 0, width, height: Math.min(height, TALLEST[width] ?? height) };
        writeFileSync(
          join(given.out, `${name}-${width}-${colorScheme}.png`),
          await page.screenshot({ fullPage: true, clip }),
        );
      }
    }
    await close();
  }
} finally {
  await browser.close();
  await receiver[Symbol.asyncDispose]();
  await service.close();
}
