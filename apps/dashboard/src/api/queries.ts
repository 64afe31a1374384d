import { QueryClient } from '@tanstack/react-query';

/** Answers that will be the same again: asking once more does not help. */
const isFinal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && Number(error.status) < 500;

/** The cache of what pages have read. Fresh for 15 seconds; read again when the window or the network comes back. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: (count, error) => count < 2 && !isFinal(error) },
      mutations: { retry: false },
    },
  });
