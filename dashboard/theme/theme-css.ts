// Generates the theme's CSS variables from the theme object at build time.
import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { theme } from './theme.ts';

/** Replaces text colors with a contrast below 4.5:1 on Mantine's backgrounds: dimmed text, placeholders, errors. */
const READABLE = {
  variables: {},
  light: {
    '--mantine-color-dimmed': '#56606b',
    '--mantine-color-placeholder': '#65707b',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#0f5b56',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#171c21',
    '--mantine-color-default-border': '#cfd5db',
    '--mantine-color-scheme': 'light',
  },
  dark: {
    '--mantine-color-dimmed': '#a3adb7',
    '--mantine-color-placeholder': '#98a2ac',
    '--mantine-color-error': '#ff8f87',
    '--mantine-color-anchor': '#76bdb6',
    '--mantine-color-body': '#1b2126',
    '--mantine-color-text': '#e3e8ec',
    '--mantine-color-default': '#1b2126',
    '--mantine-color-default-hover': '#242b31',
    '--mantine-color-default-border': '#3a444d',
    '--mantine-color-scheme': 'dark',
  },
};

/** All theme variables for `:root`, light and dark. */
export function themeCss(): string {
  const resolved = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  return convertCssVariables(deepMerge(resolved, READABLE), ':root');
}
