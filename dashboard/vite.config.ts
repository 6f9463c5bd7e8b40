// Builds the dashboard into dist/dashboard, with every style in a file, so that `style-src 'self'` is enough.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { themeCss } from './theme/theme-css.ts';

const THEME_MODULE = 'virtual:theme.css';

/** Mantine would write its variables into a style tag at run time; a strict CSP forbids that, so they become a file. */
function themeFile(): Plugin {
  return {
    name: 'theme-css',
    resolveId: (id) => (id === THEME_MODULE ? `\0${THEME_MODULE}` : undefined),
    load: (id) => (id === `\0${THEME_MODULE}` ? themeCss() : undefined),
  };
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [react(), themeFile()],
  build: {
    outDir: here('../dist/dashboard'),
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
