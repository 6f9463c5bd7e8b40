// The Mantine theme: colors, sizes and contrast rules.
import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Petrol. White text has a contrast of 6.0:1 on shade 7 and 4.8:1 on shade 6 (text needs 4.5:1); shade 6 has 3.4:1 on the dark surface. */
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

/** Replaces Mantine's neutral dark grays to match the surfaces in base.css. */
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
  // With Mantine's defaults, some filled buttons and badges have a contrast below 4.5:1; these two settings fix that.
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  fontFamily: 'Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // A dialog's <header> would otherwise be a second banner landmark.
    ModalHeader: { defaultProps: { role: 'none' } },
  },
});
