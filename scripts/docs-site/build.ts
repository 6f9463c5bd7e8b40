// `npm run docs`: builds the documentation site into dist/docs: the API reference at the root, the guide below `guide/`.
// Fails if a link or anchor is dead, or if a page is missing from the navigation.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';
import MiniSearch from 'minisearch';
import { apiPage, type OpenApiDocument } from '../build-api-docs.ts';
import { pageHtml } from './layout.ts';
import { markdownRenderer, slugOf } from './markdown.ts';
import { NAVIGATION, outputOf, REFERENCE_SOURCE } from './pages.ts';
import { operationExamples } from './snippets.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));
/** Design records are for developers and stay in the repository. */
const NOT_ON_THE_SITE = /^docs\/decisions\//;

interface Section {
  id: number;
  href: string;
  page: string;
  title: string;
  text: string;
}

/** Builds into `target`, which is emptied. @throws Error that lists every dead link. */
export async function buildSite(target: string): Promise<void> {
  const guide = join(target, 'guide');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(guide, { recursive: true });
  const sources = NAVIGATION.flatMap(({ pages }) => pages.map(({ source }) => source));
  const problems = missingPages(sources);
  const anchors = new Map<string, Set<string>>();
  const links: { from: string; to: string; anchor: string }[] = [];
  const sections: Section[] = [];
  for (const source of [...sources, REFERENCE_SOURCE]) {
    const markdown = source === REFERENCE_SOURCE ? referenceText() : readFileSync(join(ROOT, source), 'utf8');
    const resolve = (link: string) => resolveLink(link, source, guide, links, problems);
    const tokens = markdownRenderer(resolve).parse(markdown, {});
    anchors.set(source, new Set(tokens.flatMap((token) => String(token.attrGet('id') ?? '') || [])));
    const body = markdownRenderer(resolve).render(markdown);
    const output = join(guide, outputOf(source));
    mkdirSync(dirname(output), { recursive: true });
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? source;
    writeFileSync(output, pageHtml({ title, body, root: rootOf(source), groups: navigationOf(source, markdown) }));
    sections.push(...sectionsOf(source, title, markdown, sections.length));
  }
  for (const { from, to, anchor } of links) {
    if (anchor !== '' && anchors.get(to)?.has(anchor) === false) problems.push(`${from}: ${to}#${anchor}`);
  }
  if (problems.length > 0) throw new Error(`dead links of the documentation:\n${[...new Set(problems)].join('\n')}`);
  await writeAssets(guide, sections);
}

/** Pages of docs/ that are missing from the navigation. */
function missingPages(sources: readonly string[]): string[] {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => join('docs', file))
    .filter((file) => file.endsWith('.md') && !NOT_ON_THE_SITE.test(file) && file !== REFERENCE_SOURCE);
  return pages.filter((file) => !sources.includes(file)).map((file) => `${file} is not in the navigation`);
}

/** The path from a page to the folder of the guide. */
function rootOf(source: string): string {
  if (source === REFERENCE_SOURCE) return 'guide/';
  const path = relative(dirname(outputOf(source)), '.');
  return path === '' ? '' : `${path}/`;
}

/** Maps a link to the site. Repository files that are not pages are copied as text, so that the site is complete offline. */
function resolveLink(
  link: string,
  source: string,
  guide: string,
  links: { from: string; to: string; anchor: string }[],
  problems: string[],
): string {
  if (/^(?:https?:|mailto:)/.test(link)) return link;
  const [path = '', anchor = ''] = link.split('#');
  const to = path === '' ? source : join(dirname(source), decodeURI(path)).replace(/\/$/, '');
  const isFolder = existsSync(join(ROOT, to)) && statSync(join(ROOT, to)).isDirectory();
  const file = isFolder ? join(to, 'README.md') : to;
  const known = file === REFERENCE_SOURCE || NAVIGATION.some(({ pages }) => pages.some((page) => page.source === file));
  links.push({ from: source, to: file, anchor });
  if (known) return `${relativeOutput(source, outputOf(file))}${anchor === '' ? '' : `#${anchor}`}`;
  if (!existsSync(join(ROOT, to))) {
    problems.push(`${source}: ${link}`);
    return link;
  }
  const copied = isFolder ? folderListing(to, guide) : copyFile(to, guide);
  return relativeOutput(source, copied);
}

function relativeOutput(source: string, output: string): string {
  return relative(dirname(join('guide', outputOf(source))), join('guide', output));
}

function copyFile(path: string, guide: string): string {
  const isImage = /\.(?:png|svg)$/.test(path);
  const output = join('files', isImage ? path : `${path}.txt`);
  mkdirSync(dirname(join(guide, output)), { recursive: true });
  copyFileSync(join(ROOT, path), join(guide, output));
  return output;
}

function folderListing(path: string, guide: string): string {
  const output = join('files', `${path}.txt`);
  mkdirSync(dirname(join(guide, output)), { recursive: true });
  writeFileSync(join(guide, output), `${readdirSync(join(ROOT, path)).sort().join('\n')}\n`);
  return output;
}

function referenceText(): string {
  const document = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as OpenApiDocument;
  return apiPage(document, (method, path, operation) => operationExamples(method, path, operation as never));
}

/** The navigation of a page. The reference lists its own sections instead of the pages of the guide. */
function navigationOf(source: string, markdown: string) {
  if (source === REFERENCE_SOURCE) return referenceNavigation(markdown);
  return NAVIGATION.map(({ title, pages }) => ({
    title,
    pages: pages.map((page) => ({
      title: page.title,
      href: relativeOutput(source, outputOf(page.source)),
      current: page.source === source,
    })),
  }));
}

function referenceNavigation(markdown: string) {
  const groups: { title: string; pages: { title: string; href: string; current: boolean }[] }[] = [
    { title: 'Guide', pages: [{ title: '← All pages', href: 'guide/index.html', current: false }] },
  ];
  for (const [, level, heading = ''] of markdown.matchAll(/^(##|###) (.+)$/gm)) {
    const title = heading.replaceAll('`', '');
    const entry = { title, href: `#${slugOf(title)}`, current: false };
    if (level === '##') groups.push({ title, pages: [] });
    else groups.at(-1)?.pages.push(entry);
  }
  return groups;
}

/** One entry of the search index for each section. */
function sectionsOf(source: string, page: string, markdown: string, first: number): Section[] {
  const plain = markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^```(?:js|python|php|go|ruby|java)\n[\s\S]*?^```/gm, '');
  return plain
    .split(/^(?=#{1,4} )/m)
    .filter((part) => part.trim() !== '')
    .map((part, at) => {
      const title = (/^#+ (.+)/.exec(part)?.[1] ?? page).replaceAll('`', '');
      const text = part.replace(/^#+ .+/, '').replace(/[`*|[\]()#>_-]+/g, ' ');
      const href = `${outputOf(source)}${part.startsWith('# ') ? '' : `#${slugOf(title)}`}`;
      return { id: first + at, href, page, title, text };
    });
}

async function writeAssets(guide: string, sections: readonly Section[]): Promise<void> {
  const index = new MiniSearch<Section>({ fields: ['title', 'page', 'text'], storeFields: ['href', 'page', 'title'] });
  index.addAll(sections);
  writeFileSync(join(guide, 'search.json'), JSON.stringify(index));
  for (const name of ['style.css', 'icon.svg']) copyFileSync(join(HERE, name), join(guide, name));
  for (const name of ['openapi.json', 'openapi.d.ts']) copyFileSync(join(ROOT, 'docs', name), join(guide, name));
  await bundle({
    entryPoints: [join(HERE, 'client.ts')],
    outfile: join(guide, 'site.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const target = join(ROOT, 'dist', 'docs');
  await buildSite(target);
  console.error(
    `built ${relative(process.cwd(), target)}; open it at /docs of a running service, or publish it as files`,
  );
}
