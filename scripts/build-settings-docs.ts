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
  const secrets = Object.values<Setting<unknown>>(SETTINGS)
    .flatMap(({ variable, secret }) => (secret ? [`\`${variable}\``] : []))
    .join(', ');
  return `# Settings

<!-- Generated from src/config/settings.ts by scripts/build-settings-docs.ts. Edit the setting, not this file. -->

These environment variables configure the service and its commands. None is required: \`npm start\` works without any. Assay reads them once, when it
starts. If a value is wrong, or if an \`ASSAY_\` variable is unknown, Assay does not start, and the error names the variable. It ignores the
variables of the clients in the guides (\`ASSAY_URL\`, \`ASSAY_SECRET_KEY\`, …). In a file for \`docker run --env-file\`, write values without
quotation marks: Docker does not remove them.

${markdownTable(['Variable', 'Default', 'What it is', 'Example'], rows)}

Assay can also read each secret (${secrets}) from a file. Instead of the variable, set
\`VARIABLE_FILE\` to the path, for example \`DATABASE_URL_FILE=/run/secrets/database-url\`. The file is a text in UTF-8. A
line end at its end is ignored.

On PostgreSQL, all processes need the same \`ASSAY_ENCRYPTION_KEYS\`. A process whose keys do not match the database does not start.
`;
}
