// Builds the dashboard into dist/dashboard, with every style in a file, so that `style-src 'self'` is enough.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { themeCss } from './theme/theme-css.ts';

const THEME_MODULE = 'virtual:theme.css';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const OUT = here('../dist/dashboard');

/** Mantine would write its variables into a style tag at run time; a strict CSP forbids that, so they become a file. */
function themeFile(): Plugin {
  return {
    name: 'theme-css',
    resolveId: (id) => (id === THEME_MODULE ? `\0${THEME_MODULE}` : undefined),
    load: (id) => (id === `\0${THEME_MODULE}` ? themeCss() : undefined),
  };
}

/** A .gz beside every script and style sheet, so that the service need not compress what never changes. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle: () => {
      for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(?:js|css|svg|html)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [react(), themeFile(), compressed()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    // No data: addresses and no inline script: `default-src 'self'` holds for everything that is built.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
  server: { port: 20_480, proxy: { '/v1': process.env.ASSAY_API ?? 'http://127.0.0.1:8080' } },
});
