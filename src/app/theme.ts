/**
 * The look: one accent (petrol), warm greys, one type scale. Colours that people read are set here and in tokens.css
 * together, each at least 4.5:1 on the grounds it is used on, in both schemes.
 */
import { ActionIcon, type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { LIMITS } from '../../contract/limits.ts';

/** What may be painted with: the library's other palettes are left out of the build (postcss.config.mjs). */
declare module '@mantine/core' {
  export interface MantineThemeColorsOverride {
    colors: Record<'petrol' | 'dark' | 'gray' | 'red' | 'green' | 'yellow', MantineColorsTuple>;
  }
}

const petrol: MantineColorsTuple = [
  '#e9f6f4',
  '#d2ebe7',
  '#a3d7d0',
  '#74c4ba',
  '#4fb3a8',
  '#2d948a',
  '#157a72',
  '#0b6b66',
  '#095853',
  '#06423f',
];

/** Mantine's dark greys, tinted like our own grounds. */
const dark: MantineColorsTuple = [
  '#d3dcda',
  '#b9c4c1',
  '#94a29f',
  '#6f7f7c',
  '#3a4745',
  '#2b3634',
  '#1f2928',
  '#18201f',
  '#131a19',
  '#0e1413',
];

const FONT =
  "'Figtree Variable', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Mantine's English defaults in Spanish. */
const close = { 'aria-label': 'Cerrar' };

export const theme = createTheme({
  primaryColor: 'petrol',
  // The same shade in both schemes: white on it is 6.3:1.
  primaryShade: { light: 7, dark: 7 },
  colors: { petrol, dark },
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '650' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.3' },
  spacing: { xs: '0.375rem', sm: '0.625rem', md: '0.875rem', lg: '1.25rem', xl: '2rem' },
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '18px' },
  defaultRadius: 'md',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    CloseButton: { defaultProps: close },
    Modal: {
      defaultProps: { closeButtonProps: close, transitionProps: { duration: 0 }, radius: 'lg' },
      styles: { title: { fontSize: 'var(--step-3)', fontWeight: 650 } },
    },
    Drawer: { defaultProps: { closeButtonProps: close, transitionProps: { duration: 160 } } },
    // A dialog's head is no banner of the page, which has one.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
    Notification: {
      defaultProps: { closeButtonProps: close },
      styles: { description: { color: 'var(--text)' } },
    },
    // A menu begins at its first entry; the library's placeholder before it is nothing that a menu may hold.
    Menu: { defaultProps: { transitionProps: { duration: 100 }, withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 350, transitionProps: { duration: 100 } } },
    Button: { defaultProps: { size: 'sm' } },
    // By the component itself: login and shell use it, and neither loads the other.
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', size: 'lg', color: 'gray' } }),
  },
});

/** White on these is at least 4.5:1. They go into both schemes: Mantine sets its own there, not on :root alone. */
const filled = {
  '--mantine-color-red-filled': '#c0332b',
  '--mantine-color-red-filled-hover': '#a52a23',
  '--mantine-color-green-filled': '#22733d',
  '--mantine-color-green-filled-hover': '#1b5f32',
  '--mantine-color-yellow-filled': '#8a5a00',
};

/** What Mantine's defaults fail at 4.5:1 (dimmed, placeholder, filled and light colours), and its grounds as ours. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--dialog-duration': `${LIMITS.modalAnimation}ms` },
  light: {
    ...filled,
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b2423',
    '--mantine-color-dimmed': '#55615f',
    '--mantine-color-placeholder': '#66716f',
    '--mantine-color-anchor': '#0b6b66',
    '--mantine-color-error': '#b32219',
    '--mantine-color-success': '#22733d',
    '--mantine-color-default-border': '#cfcbc1',
    '--mantine-color-default-hover': '#f4f3ef',
    '--mantine-color-gray-light-color': '#3d4846',
    '--mantine-color-gray-text': '#46514f',
    '--mantine-color-petrol-text': '#0b6b66',
    '--mantine-color-petrol-light-color': '#095853',
    '--mantine-color-red-text': '#b32219',
    '--mantine-color-red-light-color': '#9c1c14',
  },
  dark: {
    ...filled,
    '--mantine-color-body': '#18201f',
    '--mantine-color-text': '#e5ebe9',
    '--mantine-color-dimmed': '#a4b1ae',
    '--mantine-color-placeholder': '#94a29f',
    '--mantine-color-anchor': '#62cabf',
    '--mantine-color-error': '#ff9a8f',
    '--mantine-color-success': '#52c783',
    '--mantine-color-default': '#1f2928',
    '--mantine-color-default-border': '#3a4745',
    '--mantine-color-default-hover': '#273331',
    '--mantine-color-gray-light-color': '#ccd5d3',
    '--mantine-color-gray-text': '#b9c4c1',
    '--mantine-color-petrol-text': '#62cabf',
    '--mantine-color-petrol-light-color': '#8adbd2',
    '--mantine-color-red-text': '#ff9a8f',
    '--mantine-color-red-light-color': '#ffb3aa',
  },
});
