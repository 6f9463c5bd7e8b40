// The scripts of the documentation site: search without a server, language tabs, the menu on phones.
import MiniSearch from 'minisearch';

const SEARCH_OPTIONS = { boost: { title: 3, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' } as const;
const MAX_RESULTS = 8;
const root = document.querySelector<HTMLScriptElement>('script[data-root]')?.dataset.root ?? '';

interface Section {
  href: string;
  page: string;
  title: string;
}

/** Installs the search. The index is loaded when the first character is typed: it is larger than a page. */
function installSearch(field: HTMLInputElement, list: HTMLElement): void {
  let index: Promise<MiniSearch<Section>> | undefined;
  const load = async () => {
    const response = await fetch(`${root}search.json`);
    if (!response.ok) throw new Error(`search.json: HTTP ${response.status}`);
    return MiniSearch.loadJSON<Section>(await response.text(), {
      fields: ['title', 'page', 'text'],
      storeFields: ['href', 'page', 'title'],
    });
  };
  const show = async () => {
    index ??= load().catch((error) => {
      // The next typed character loads it again.
      index = undefined;
      throw error;
    });
    try {
      const found = (await index).search(field.value, SEARCH_OPTIONS).slice(0, MAX_RESULTS);
      list.replaceChildren(...found.map((result) => resultItem(result as unknown as Section)));
      if (found.length === 0 && field.value !== '') list.append(messageItem('Nothing found.'));
    } catch {
      list.replaceChildren(messageItem('The search index could not be loaded. Type again to retry.'));
    }
    list.hidden = field.value === '';
  };
  field.addEventListener('input', () => void show());
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') list.hidden = true;
    if (event.key === 'Enter') list.querySelector('a')?.click();
    if (event.key === 'ArrowDown') list.querySelector('a')?.focus();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    field.focus();
  });
}

function messageItem(textContent: string): HTMLElement {
  return Object.assign(document.createElement('li'), { textContent });
}

function resultItem({ href, page, title }: Section): HTMLElement {
  const link = Object.assign(document.createElement('a'), { href: `${root}${href}`, textContent: title });
  if (page !== title) link.append(Object.assign(document.createElement('span'), { textContent: page }));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** Makes tables that are wider than the screen scroll, and reachable by keyboard. */
function installScrolling(): void {
  const update = () => {
    for (const part of document.querySelectorAll<HTMLElement>('.table')) {
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
      else part.removeAttribute('tabindex');
    }
  };
  update();
  addEventListener('resize', update);
}

/** Installs the language tabs; a choice applies to all tabs on all pages. */
function installTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.tabs')].map((group) => {
    const tabs = [...group.querySelectorAll<HTMLElement>('.tab')];
    const bar = document.createElement('div');
    bar.className = 'tab-bar';
    bar.setAttribute('role', 'tablist');
    const buttons = tabs.map((tab) => {
      const language = tab.dataset.language ?? '';
      const button = Object.assign(document.createElement('button'), { textContent: language });
      button.setAttribute('role', 'tab');
      button.addEventListener('click', () => choose(language));
      return button;
    });
    bar.append(...buttons);
    group.prepend(bar);
    return { tabs, buttons };
  });
  const choose = (language: string) => {
    localStorage.setItem('language', language);
    for (const { tabs, buttons } of groups) {
      const known = tabs.findIndex((tab) => tab.dataset.language === language);
      const shown = Math.max(known, 0);
      for (const [at, tab] of tabs.entries()) tab.hidden = at !== shown;
      for (const [at, button] of buttons.entries()) button.setAttribute('aria-selected', String(at === shown));
    }
  };
  choose(localStorage.getItem('language') ?? '');
}

function installCopyButtons(): void {
  for (const block of document.querySelectorAll('pre')) {
    const button = Object.assign(document.createElement('button'), { className: 'copy', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => Object.assign(button, { textContent: 'Copy' }), 1_500);
    });
    block.append(button);
  }
}

function installMenu(button: HTMLElement): void {
  button.addEventListener('click', () => {
    const open = document.body.classList.toggle('menu-open');
    button.setAttribute('aria-expanded', String(open));
  });
}

const [field, list, menu] = ['search', 'results', 'menu'].map((id) => document.getElementById(id));
if (field instanceof HTMLInputElement && list) installSearch(field, list);
if (menu) installMenu(menu);
installTabs();
installCopyButtons();
installScrolling();
