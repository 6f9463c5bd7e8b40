// The HTML around every page of the documentation site. No inline script or style: the pages run under the service's own policy.
import type { Group } from './pages.ts';

export interface LayoutOptions {
  title: string;
  body: string;
  /** The path from the page to the folder of the guide: empty or, for example, `../`. */
  root: string;
  /** Links of the navigation, relative to the page; the current one is marked. */
  groups: readonly (Omit<Group, 'pages'> & { pages: readonly { title: string; href: string; current: boolean }[] })[];
}

const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Lets a long path break before a slash instead of within a word. */
const breakable = (html: string): string => html.replaceAll('/', '<wbr>/');

export function pageHtml({ title, body, root, groups }: LayoutOptions): string {
  const navigation = groups.map(({ title: heading, pages }) => {
    const items = pages.map(
      ({ title: name, href, current }) =>
        `<li><a href="${href}"${current ? ' aria-current="page"' : ''}>${breakable(text(name))}</a></li>`,
    );
    return `<h2>${text(heading)}</h2><ul>${items.join('')}</ul>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text(title)} · Assay</title>
<link rel="icon" href="${root}icon.svg">
<link rel="stylesheet" href="${root}style.css">
<script type="module" src="${root}site.js" data-root="${root}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<button id="menu" aria-expanded="false" aria-controls="navigation">Menu</button>
<a class="brand" href="${root}index.html">Assay</a>
<div class="search" role="search"><input id="search" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off"><ol id="results" hidden></ol></div>
<a href="${root}../index.html">API reference</a>
</header>
<div class="columns">
<nav id="navigation" aria-label="Pages">${navigation.join('')}</nav>
<main id="content" tabindex="-1">
${body}
</main>
</div>
</body>
</html>
`;
}
