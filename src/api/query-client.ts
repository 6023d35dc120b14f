/** TanStack Query for everything that is not the live inbox (architecture 'The tab'). */
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Refusals do not get better by asking again; only silence and server faults do. */
function worthAnotherTry(failures: number, error: unknown): boolean {
  if (error instanceof ApiError && error.status > 0 && error.status < 500) return false;
  return failures < 2;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: worthAnotherTry, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
