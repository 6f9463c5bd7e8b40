// `node --import tsx scripts/build-config-docs.ts`: writes the settings of src/config/config.ts as a table into README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { SETTINGS, type Setting } from '../src/config/settings.ts';

const README = new URL('../README.md', import.meta.url);
const BEGIN = '<!-- settings: written by scripts/build-config-docs.ts -->';
const END = '<!-- /settings -->';

/** Returns `readme` with the table between its two markers replaced. @throws Error when a marker is missing. */
export function withSettings(readme: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('README.md lacks the markers of the settings table');
  return `${readme.slice(0, begin + BEGIN.length)}\n${settingsTable()}\n${readme.slice(end)}`;
}

function settingsTable(): string {
  const rows = Object.values<Setting<unknown>>(SETTINGS).map((setting) => {
    const fallback = setting.unset ?? (setting.fallback === '' ? 'empty' : `\`${setting.fallback}\``);
    const unit = setting.unit === undefined ? '' : ` (${setting.unit})`;
    return `| \`${setting.variable}\` | ${fallback}${unit} | ${setting.about} | \`${setting.example}\` |`;
  });
  return ['| Variable | Default | What it is | Example |', '|---|---|---|---|', ...rows].join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(README, withSettings(readFileSync(README, 'utf8')));
}
