// Shows the console in the system's color scheme: its style has dark colors, but its page never asks for them.

/** The page's own style makes its body white in both schemes. The media query applies before the script has run. */
const STYLE = `@media (prefers-color-scheme: dark) {
  html { color-scheme: dark; }
  body { background: #1c2022; }
}
`;

const SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', apply);
apply();
`;

/** The `theme` option of the console. */
export const CONSOLE_THEME = {
  title: 'Assay API',
  css: [{ filename: 'scheme.css', content: STYLE }],
  js: [{ filename: 'scheme.js', content: SCRIPT }],
};
