// Renders Markdown to HTML: heading anchors as on GitHub, highlighted code, and consecutive code blocks as language tabs.
import hljs from 'highlight.js';
import MarkdownIt, { type MarkdownIt as Renderer, type Token } from 'markdown-it';
import anchor from 'markdown-it-anchor';

/** Names of the tabs, by the language of a fence. */
const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'Node',
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  ruby: 'Ruby',
  java: 'Java',
};
type Tokens = Token[];

/** The id of a heading, as GitHub makes it. */
export function slugOf(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

function highlight(code: string, language: string): string {
  const name = language === 'sh' ? 'bash' : language;
  if (name === '' || hljs.getLanguage(name) === undefined) return '';
  return hljs.highlight(code, { language: name, ignoreIllegals: true }).value;
}

/** `resolve` maps the target of a link or image to the one on the site. */
export function markdownRenderer(resolve: (target: string) => string): Renderer {
  const markdown = new MarkdownIt({ html: true, highlight });
  markdown.use(anchor, { slugify: slugOf, permalink: anchor.permalink.headerLink({ safariReaderFix: true }) });
  markdown.core.ruler.push('targets', (state) => {
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const attribute = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : null;
      if (attribute !== null) token.attrSet(attribute, resolve(String(token.attrGet(attribute))));
    }
    return true;
  });
  markdown.core.ruler.push('tabs', (state) => {
    state.tokens = withTabs(state.tokens, (html) => {
      const token = new state.Token('html_block', '', 0);
      token.content = html;
      return token;
    });
    return true;
  });
  markdown.renderer.rules.table_open = () => '<div class="table"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  return markdown;
}

/** Wraps runs of two or more fences in different languages, ignoring the comments between them that mark embedded code. */
function withTabs(tokens: Tokens, html: (content: string) => Token): Tokens {
  const result: Tokens = [];
  for (let at = 0; at < tokens.length; ) {
    const run: Tokens = [];
    let end = at;
    while (end < tokens.length && (isFence(tokens[end]) || (run.length > 0 && isComment(tokens[end])))) {
      const token = tokens[end] as Token;
      if (isFence(token)) run.push(token);
      end += 1;
    }
    const languages = new Set(run.map(({ info }) => info));
    if (run.length < 2 || languages.size < run.length || [...languages].some((name) => !(name in LANGUAGE_NAMES))) {
      result.push(tokens[at] as Token);
      at += 1;
      continue;
    }
    result.push(html('<div class="tabs">\n'));
    for (const fence of run) {
      result.push(html(`<div class="tab" data-language="${LANGUAGE_NAMES[fence.info]}">\n`), fence, html('</div>\n'));
    }
    result.push(html('</div>\n'));
    at = end;
  }
  return result;
}

const isFence = (token: Token | undefined): boolean => token?.type === 'fence' && token.level === 0;
const isComment = (token: Token | undefined): boolean =>
  token?.type === 'html_block' && /^\s*<!--[\s\S]*-->\s*$/.test(token.content);
