// Writes docs/settings.md from the table of settings in src/config/settings.ts. Run by `npm run docs:generate`.
import { SETTINGS, type Setting } from '../src/config/settings.ts';
import { markdownTable } from './markdown-table.ts';

/** The whole page. */
export function settingsPage(): string {
  const rows = Object.values<Setting<unknown>>(SETTINGS).map((setting) => {
    const fallback = setting.unset ?? (setting.fallback === '' ? 'empty' : `\`${setting.fallback}\``);
    const unit = setting.unit === undefined ? '' : ` (${setting.unit})`;
    return [`\`${setting.variable}\``, `${fallback}${unit}`, setting.about, `\`${setting.example}\``];
  });
  return `# Settings

<!-- Generated from src/config/settings.ts by scripts/build-settings-docs.ts. Edit the setting, not this file. -->

Environment variables are read once, at start. A wrong value or an unknown \`ASSAY_\` variable stops the start with an error that
names it; those of the guides' clients (\`ASSAY_URL\`, \`ASSAY_SECRET_KEY\`, …) are ignored. None is required: \`npm start\` works without any.

${markdownTable(['Variable', 'Default', 'What it is', 'Example'], rows)}

Each secret can also be read from a file: \`VARIABLE_FILE\` names it, for example
\`DATABASE_URL_FILE=/run/secrets/database-url\`.

On PostgreSQL, all processes need the same \`ASSAY_ENCRYPTION_KEYS\`. A process whose keys do not match the database refuses to
start.
`;
}
