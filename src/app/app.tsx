/** Providers around the router. */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
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
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <DialogsOutlet />
      </QueryClientProvider>
    </MantineProvider>
  );
}
