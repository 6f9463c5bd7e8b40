// Remakes docs/screenshots: every screen of the dashboard at 1440 and 390 px, against the real service with imported events.
//   npx tsx scripts/screenshots.ts [--out docs/screenshots] [--only event,policy] [--schemes light,dark] [--widths 1440,390]
// Without --schemes all screens are taken in light and the first look in dark as well.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../test/browser/chromium.ts';
import { furnish } from '../test/dashboard/furnish.ts';
import { everyScreen } from '../test/dashboard/screens.ts';
import { startService } from '../test/dashboard/service.ts';
import { settled, visit } from '../test/dashboard/visitor.ts';
import { palettePng } from './palette-png.ts';

const { values: given } = parseArgs({
  options: {
    out: { type: 'string', default: 'docs/screenshots' },
    only: { type: 'string' },
    schemes: { type: 'string' },
    widths: { type: 'string', default: '1440,390' },
  },
});
/** Longer pages are cut: the reader of the documentation is shown the screen, not all of a list. */
const TALLEST: Readonly<Record<number, number>> = { 1440: 1500, 390: 1700 };
const IN_DARK_TOO = ['overview', 'event', 'policy'];

type Scheme = 'light' | 'dark';
const schemesOf = (name: string): Scheme[] => {
  if (given.schemes !== undefined) return given.schemes.split(',') as Scheme[];
  return IN_DARK_TOO.includes(name) ? ['light', 'dark'] : ['light'];
};

mkdirSync(given.out, { recursive: true });
const [service, browser] = await Promise.all([startService({ events: true }), launchChromium()]);
const { endpoint, receiver } = await furnish(service);
try {
  const wanted = given.only?.split(',');
  const screens = (await everyScreen(service, endpoint)).filter(({ name }) => wanted?.includes(name) ?? true);
  for (const width of given.widths.split(',').map(Number)) {
    const { page, open, close } = await visit(browser, service, { viewport: { width, height: 900 } });
    for (const { name, path, heading } of screens) {
      await open(path, heading);
      for (const colorScheme of schemesOf(name)) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        // Canvases are drawn after their data, and colors pass over to those of the other scheme.
        await page.waitForTimeout(500);
        await settled(page);
        const height = await page.evaluate<number>('document.documentElement.scrollHeight');
        const clip = { x: 0, y: 0, width, height: Math.min(height, TALLEST[width] ?? height) };
        const png = await page.screenshot({ fullPage: true, clip });
        writeFileSync(join(given.out, `${name}-${width}-${colorScheme}.png`), palettePng(png));
      }
    }
    await close();
  }
} finally {
  await browser.close();
  await receiver[Symbol.asyncDispose]();
  await service.close();
}
