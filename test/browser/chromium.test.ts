// The browser the other tests stand on: it draws text, renders WebGL, reaches nothing outside, and axe finds faults in it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { axeViolations, describeViolations, launchChromium, newPage, pageErrors } from './chromium.ts';

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

test('text has width and height, and wider letters take more room', async () => {
  const page = await newPage(browser);
  await page.setContent('<p><span id="narrow">iiii</span><br><span id="wide">WWWW</span></p>');
  const narrow = await page.locator('#narrow').boundingBox();
  const wide = await page.locator('#wide').boundingBox();
  assert.ok(narrow && wide && narrow.width > 0 && narrow.height > 0, 'text is drawn');
  assert.ok(wide.width > narrow.width * 1.5, `widths ${narrow.width} and ${wide.width}: letters have shapes`);
});

test('axe finds a contrast fault that only drawn text can show, and none on a good page', async () => {
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

test('no name outside resolves, and the refusal is seen', async () => {
  const page = await newPage(browser);
  await page.setContent('<img src="http://example.com/a.png" alt="">');
  const answer = await page.evaluate(`fetch('http://example.com/').then(() => 'reached', () => 'refused')`);
  assert.equal(answer, 'refused');
  assert.ok(pageErrors(page).some((line) => line.includes('ERR_NAME_NOT_RESOLVED')));
});

test('automated shows the marks of automation, a person’s browser none', async () => {
  const marks = `({ webdriver: navigator.webdriver, headless: /Headless/.test(navigator.userAgent) })`;
  assert.deepEqual(await (await newPage(browser)).evaluate(marks), { webdriver: true, headless: true });
  const person = await launchChromium({ automated: false });
  try {
    assert.deepEqual(await (await newPage(person)).evaluate(marks), { webdriver: false, headless: false });
  } finally {
    await person.close();
  }
});
