// Builds the dashboard into dist/dashboard. All styles are files, so that `style-src 'self'` is enough.
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

/** Mantine writes its variables into a style tag at run time, which a strict CSP forbids, so they are built as a file. */
function themeFile(): Plugin {
  return {
    name: 'theme-css',
    resolveId: (id) => (id === THEME_MODULE ? `\0${THEME_MODULE}` : undefined),
    load: (id) => (id === `\0${THEME_MODULE}` ? themeCss() : undefined),
  };
}

/** Writes a .gz file for each built file, so that the server does not compress static files on each request. */
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
    // No data: URLs and no inline scripts, so that `default-src 'self'` covers the whole build.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
  server: { port: 20_480, proxy: { '/v1': process.env.ASSAY_API ?? 'http://127.0.0.1:8080' } },
});
