// The look: colors, sizes and contrast rules that every Mantine component follows.
import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Petrol. White on shade 7 is 6.0:1 and on shade 6 is 4.8:1, above the 4.5:1 that text needs; shade 6 on the dark surface is 3.4:1. */
const petrol: MantineColorsTuple = [
  '#e9f5f4',
  '#d2e9e7',
  '#a5d3cf',
  '#76bdb6',
  '#52aaa2',
  '#399d95',
  '#1f7f77',
  '#176d67',
  '#0f5b56',
  '#064742',
];

/** Mantine's own dark greys are neutral; these match the surfaces of base.css. */
const dark: MantineColorsTuple = [
  '#e3e8ec',
  '#c2cad2',
  '#a3adb7',
  '#75818c',
  '#3a444d',
  '#2d353c',
  '#1b2126',
  '#161b1f',
  '#111518',
  '#0b0e10',
];

export const theme = createTheme({
  primaryColor: 'petrol',
  colors: { petrol, dark },
  // Mantine's defaults leave filled buttons and badges below 4.5:1 in places; these two settings mend that.
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  fontFamily: 'Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // A dialog's <header> would count as a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
  },
});
