// Embeds code of examples/ into pages: `<!-- code FILE#REGION -->` … `<!-- /code -->`. Run by `npm run docs:generate`.
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MARKED = /<!-- code ([\w./-]+)(?:#(\w+))? -->\n[\s\S]*?<!-- \/code -->/g;
const FENCE_OF: Readonly<Record<string, string>> = {
  '.mjs': 'js',
  '.py': 'python',
  '.php': 'php',
  '.rb': 'ruby',
  '.go': 'go',
  '.java': 'java',
  '.sh': 'sh',
};

/** The page with the current code between its marks. @throws Error for a file or region that does not exist. */
export function withCode(page: string): string {
  return page.replace(MARKED, (_, file: string, region: string | undefined) => {
    const fence = FENCE_OF[extname(file)];
    if (fence === undefined) throw new Error(`no language for ${file}`);
    const mark = region === undefined ? file : `${file}#${region}`;
    return `<!-- code ${mark} -->\n\`\`\`${fence}\n${codeOf(file, region)}\n\`\`\`\n<!-- /code -->`;
  });
}

/** A whole file, or the lines between `#region NAME` and `#endregion NAME`. */
function codeOf(file: string, region: string | undefined): string {
  const text = readFileSync(join(ROOT, file), 'utf8').trimEnd();
  if (region === undefined) return text;
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => line.endsWith(`region ${region}`));
  const end = lines.findIndex((line) => line.endsWith(`endregion ${region}`));
  if (begin < 0 || end < begin) throw new Error(`${file} has no region ${region}`);
  return lines.slice(begin + 1, end).join('\n');
}
