/** What asks the server by TanStack Query stands in here: everything but the login, which loads without the library. */
import { QueryClientProvider } from '@tanstack/react-query';
import type { PropsWithChildren } from 'react';
import { queryClient } from '../api/query-client.ts';

export function WithQueries({ children }: PropsWithChildren) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
