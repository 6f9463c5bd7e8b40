// Writes the table of settings into the README, from the code's own table: node --import tsx scripts/build-config-docs.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { SETTINGS, type Setting } from '../src/config/config.ts';

const README = new URL('../README.md', import.meta.url);
const BEGIN = '<!-- settings: written by scripts/build-config-docs.ts -->';
const END = '<!-- /settings -->';

/** `readme` with the table of settings between its two markers brought up to date. */
export function withSettings(readme: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('README.md has lost its settings markers');
  return `${readme.slice(0, begin + BEGIN.length)}\n${settingsTable()}\n${readme.slice(end)}`;
}

function settingsTable(): string {
  const rows = Object.values<Setting<unknown>>(SETTINGS).map((setting) => {
    const standard = setting.unset ?? (setting.fallback === '' ? 'empty' : `\`${setting.fallback}\``);
    const unit = setting.unit === undefined ? '' : ` (${setting.unit})`;
    return `| \`${setting.variable}\` | ${standard}${unit} | ${setting.about} | \`${setting.example}\` |`;
  });
  return ['| Variable | Default | What it is | Example |', '|---|---|---|---|', ...rows].join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(README, withSettings(readFileSync(README, 'utf8')));
}
