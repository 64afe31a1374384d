import type { DeliveryStatus, ReplayRequest, WebhookDeliveryList } from '@fanfare/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fanfare } from '../../api/fanfare.ts';
import { webhookKey } from '../../webhooks/queries.ts';

const SOON_MS = 1_000;
const LATER_MS = 30_000;

type DeliveriesPlace = { readonly status: DeliveryStatus | ''; readonly cursor: string };

/** One page of deliveries. Read again while one of them waits for its next attempt. */
export const useDeliveries = (id: string, { status, cursor }: DeliveriesPlace) =>
  useQuery<WebhookDeliveryList>({
    queryKey: [...webhookKey(id), 'deliveries', { status, cursor }],
    queryFn: ({ signal }) =>
      fanfare.webhooks
        .deliveries(id, { ...(status && { status }), ...(cursor && { cursor }) }, { signal })
        .then((page) => page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => nextLookMs(state.data, Date.now()),
  });

/** The next attempt of a page: read again soon before and after it, rarely otherwise. */
function nextLookMs(page: WebhookDeliveryList | undefined, nowMs: number): number | false {
  const due = page?.deliveries.flatMap(({ nextAttemptAt }) =>
    nextAttemptAt === null ? [] : Date.parse(nextAttemptAt),
  );
  if (!due?.length) return false;
  return Math.min(Math.max(Math.min(...due) - nowMs, SOON_MS), LATER_MS);
}

const MOST_COUNTED = 100;

/** Counts the deliveries it missed while it was disabled: `12`, or `100 or more`; null for none. */
export const useMissed = (id: string) =>
  useQuery({
    queryKey: [...webhookKey(id), 'missed'],
    queryFn: ({ signal }) =>
      fanfare.webhooks.deliveries(id, { status: 'missed', limit: MOST_COUNTED }, { signal }).then((page) => page),
    select: ({ deliveries: { length }, hasMore }): string | null =>
      length === 0 ? null : hasMore ? `${length} or more` : String(length),
  });

/** Nothing is recorded of a test. */
export const useTest = (id: string) =>
  useMutation({ mutationFn: () => fanfare.webhooks.test(id).then((tested) => tested) });

export function useReplay(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: ReplayRequest) => fanfare.webhooks.replay(id, request).then(({ replayed }) => replayed),
    onSettled: () => void queries.invalidateQueries({ queryKey: webhookKey(id) }),
  });
}

/** The time from which every delivery that is kept is replayed: they are kept for 30 days. */
export const everything = (now: Date): Date => new Date(now.getTime() - 31 * 86_400_000);
