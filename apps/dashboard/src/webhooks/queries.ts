import type { CreateWebhookRequest, UpdateWebhookRequest } from '@fanfare/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fanfare } from '../api/fanfare.ts';

// Nothing waits for the reads after a change: what shows its outcome may be gone with them.
const WEBHOOKS = ['webhooks'];
/** Everything about one webhook begins with this key. */
export const webhookKey = (id: string) => [...WEBHOOKS, 'one', id] as const;

export const useWebhooks = () =>
  useQuery({
    queryKey: [...WEBHOOKS, 'list'],
    queryFn: ({ signal }) => fanfare.webhooks.list({ signal }).then(({ webhooks }) => webhooks),
  });

export const useWebhook = (id: string) =>
  useQuery({
    queryKey: [...webhookKey(id), 'webhook'],
    queryFn: ({ signal }) => fanfare.webhooks.get(id, { signal }).then(({ webhook }) => webhook),
  });

export function useCreateWebhook() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: CreateWebhookRequest) => fanfare.webhooks.create(request).then((created) => created),
    // Also after an error: the webhook may exist when its answer was lost.
    onSettled: () => void queries.invalidateQueries({ queryKey: WEBHOOKS }),
  });
}

export function useUpdateWebhook(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: UpdateWebhookRequest) => fanfare.webhooks.update(id, request).then((updated) => updated),
    onSettled: () => void queries.invalidateQueries({ queryKey: WEBHOOKS }),
  });
}

export function useDeleteWebhook(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => fanfare.webhooks.delete(id).then(({ deleted }) => deleted),
    // Not of the webhook itself: its page is open, and would read what is not there any more.
    onSuccess: () => void queries.invalidateQueries({ queryKey: [...WEBHOOKS, 'list'] }),
  });
}

export function useRotateSecret(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (overlapSeconds: number) =>
      fanfare.webhooks.rotateSecret(id, { overlapSeconds }).then((rotated) => rotated),
    onSettled: () => void queries.invalidateQueries({ queryKey: webhookKey(id) }),
  });
}
