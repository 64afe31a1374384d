import type { AppAnswer } from '@fanfare/app-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { useCurrent } from '../../session/current.ts';
import type { RequestFilters } from './filters.ts';

const READ_AGAIN_MS = 10_000;

/** One page of the last calls, the newest first. The first page is read again from time to time. */
export function useRequests({ onlyErrors, requestId, cursor }: RequestFilters) {
  const projectId = useCurrent().project.id;
  const query = {
    ...(onlyErrors && { errors: 'true' as const }),
    ...(requestId !== '' && { requestId }),
    ...(cursor !== '' && { cursor }),
  };
  return useQuery<AppAnswer<'requests.list'>>({
    queryKey: ['requests', query],
    queryFn: ({ signal }) => callApp('requests.list', { params: { projectId }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === '' ? READ_AGAIN_MS : false,
  });
}

/** The newest key that works, as people recognise it; null without one. */
export function useKeyHint() {
  const projectId = useCurrent().project.id;
  return useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => callApp('keys.list', { params: { projectId }, signal }).then(({ keys }) => keys),
    select: (keys) => keys.find(({ revokedAt }) => revokedAt === null)?.display ?? null,
  });
}
