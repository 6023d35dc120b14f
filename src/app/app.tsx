/** Providers around the router. */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { DialogsOutlet } from '../ui/dialog-host/dialogs-outlet.tsx';
import type { AppRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

/** The key is read by public/color-scheme.js before the first paint, too. */
const colorScheme = localStorageColorSchemeManager({ key: 'color-scheme' });

export function App({ router }: { router: AppRouter }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <RouterProvider router={router} />
      <DialogsOutlet />
    </MantineProvider>
  );
}
