// Tests the browser that other tests depend on: it renders text and WebGL, reaches no external host, and runs axe.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { axeViolations, describeViolations, launchChromium, newPage, pageErrors } from './chromium.ts';

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

test('text has a size, and wide letters take more space', async () => {
  const page = await newPage(browser);
  await page.setContent('<p><span id="narrow">iiii</span><br><span id="wide">WWWW</span></p>');
  const narrow = await page.locator('#narrow').boundingBox();
  const wide = await page.locator('#wide').boundingBox();
  assert.ok(narrow && wide && narrow.width > 0 && narrow.height > 0, 'text is rendered');
  assert.ok(wide.width > narrow.width * 1.5, `widths ${narrow.width} and ${wide.width}: letters have shapes`);
});

test('axe finds insufficient contrast and nothing on a good page', async () => {
  const page = await newPage(browser);
  const document = (color: string) =>
    `<!doctype html><html lang="en"><head><title>t</title></head><body><main><h1 style="color:${color};background:#fff">Words</h1></main></body></html>`;
  await page.setContent(document('#bbb'));
  assert.deepEqual(
    (await axeViolations(page)).map((violation) => violation.id),
    ['color-contrast'],
  );
  await page.setContent(document('#222'));
  const violations = await axeViolations(page);
  assert.equal(violations.length, 0, describeViolations(violations));
});

test('WebGL renders in software', async () => {
  const page = await newPage(browser);
  const renderer = await page.evaluate(`(() => {
    const gl = document.createElement('canvas').getContext('webgl');
    return gl && gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL);
  })()`);
  assert.match(String(renderer), /SwiftShader/);
});

test('external names do not resolve, and the failure is reported', async () => {
  const page = await newPage(browser);
  await page.setContent('<img src="http://example.com/a.png" alt="">');
  const result = await page.evaluate(`fetch('http://example.com/').then(() => 'reached', () => 'failed')`);
  assert.equal(result, 'failed');
  assert.ok(pageErrors(page).some((line) => line.includes('ERR_NAME_NOT_RESOLVED')));
});

test('only the automated browser shows traces of automation', async () => {
  const traces = '({ webdriver: navigator.webdriver, headless: /Headless/.test(navigator.userAgent) })';
  assert.deepEqual(await (await newPage(browser)).evaluate(traces), { webdriver: true, headless: true });
  const human = await launchChromium({ automated: false });
  try {
    assert.deepEqual(await (await newPage(human)).evaluate(traces), { webdriver: false, headless: false });
  } finally {
    await human.close();
  }
});
