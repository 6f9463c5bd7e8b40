// Runs a customer's site for the tests: pages with a form and the built SDK under the strictest possible policy.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILD = fileURLToPath(new URL('../../sdk/build.mjs', import.meta.url));
const FINGERPRINTJS = new URL(import.meta.resolve('@fingerprintjs/fingerprintjs'));

/** Copies of the types in `sdk/src/result.ts`, because the tests are compiled without browser types. */
export interface EventAnswer {
  id: string;
  device?: { id: string };
  session?: { id: string };
  risk?: { decision: string; signals: { code: string }[] };
}
export interface TrackResult {
  failOpen: boolean;
  decision: string | null;
  reason: string | null;
  error: string | null;
  event: EventAnswer | null;
}

export interface Shop {
  /** `http://localhost:PORT`: a different origin than 127.0.0.1, and a secure context in browsers. */
  url: string;
  /** The script's entry in the SDK's manifest. */
  manifest: { version: string; path: string; integrity: string; bytes: number };
  close(): Promise<void>;
}

/** No inline code, eval, worker or frame; scripts only from this origin; connections only to one service. */
export function strictPolicy(service: string): string {
  return `default-src 'none'; script-src 'self'; connect-src ${service}; form-action 'self'; base-uri 'none'`;
}

const page = (head: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head>
<body><main><h1>Log in</h1><form action="/" method="get">
<label>Email <input id="email" type="email" autocomplete="username"></label>
<label>Password <input id="password" type="password" autocomplete="current-password"></label>
<button type="submit">Log in</button></form></main></body></html>`;

/**
 * Starts the site. Its pages: `/` loads the script-tag build without starting it; `/tag?key=…` starts it from the tag;
 * `/module` has the ES module; `/fingerprintjs` also has FingerprintJS; `/plain` has no SDK; `/user-content?image=…` has, before the
 * tag, elements that someone else wrote, whose names hide properties of the document. The policy allows connections
 * only to `service`; `?open` drops the policy.
 */
export async function startShop(service: string): Promise<Shop> {
  const built = mkdtempSync(join(tmpdir(), 'assay-shop-'));
  execFileSync(process.execPath, [BUILD, built], { stdio: ['ignore', 'ignore', 'inherit'] });
  const manifest = JSON.parse(readFileSync(join(built, 'sdk', 'v1.json'), 'utf8'));
  const pinned = `src="${manifest.path}" integrity="${manifest.integrity}"`;
  const scripts: Record<string, string> = {
    [manifest.path]: join(built, 'sdk', 'v1.js'),
    '/index.js': join(built, 'package', 'index.js'),
    '/fingerprintjs.js': fileURLToPath(new URL('./fp.umd.min.js', FINGERPRINTJS)),
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const script = scripts[url.pathname];
    if (script) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(script));
      return;
    }
    if (url.pathname === '/start.js') {
      const code = "import * as Assay from '/index.js'; globalThis.Assay = Assay;";
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(code);
      return;
    }
    const key = url.searchParams.get('key');
    const heads: Record<string, string> = {
      '/': `<script ${pinned}></script>`,
      '/tag': `<script ${pinned} data-public-key="${key}" data-base-url="${service}"></script>`,
      '/module': `<script type="module" src="/start.js"></script>`,
      '/fingerprintjs': `<script ${pinned}></script><script src="/fingerprintjs.js"></script>`,
      '/user-content': `<img hidden loading="lazy" name="currentScript" src="${url.searchParams.get('image')}/x.png" data-public-key="pub_test_9">
        <form name="querySelector"></form><script ${pinned} data-public-key="pub_test_1"></script>`,
      '/plain': '',
    };
    const head = heads[url.pathname];
    const policy = url.searchParams.has('open') ? {} : { 'content-security-policy': strictPolicy(service) };
    response.writeHead(head === undefined ? 404 : 200, { 'content-type': 'text/html', ...policy });
    response.end(page(head ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    manifest,
    close: () => {
      rmSync(built, { recursive: true, force: true });
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
