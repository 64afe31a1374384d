import { QueryClient } from '@tanstack/react-query';
import { RequestFailed } from './request.ts';

/** Whether asking once more may help. The SDK has done so already when its errors come here. */
const isPassing = (error: unknown): boolean =>
  error instanceof RequestFailed ? error.status >= 500 : error instanceof TypeError;

/** The cache of the pages. Fresh for 15 seconds; read again when window or network return. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: (count, error) => count < 2 && isPassing(error) },
      mutations: { retry: false },
    },
  });
