import type {
  CreateWebhookInput,
  CreateWebhookResponse,
  Delivery,
  ListDeliveriesResponse,
  StoredEventType,
  Webhook,
} from '@fanfare/contract';
import { expect } from 'vitest';
import { fromPublicId, ids, toPublicId } from '../../../src/process/ids.ts';
import type { Overrides, Project } from '../../harness.ts';
import { until } from '../../until.ts';
import { type ServerOfFile, useServer } from '../../use-server.ts';

/** Short enough for tests, long enough for a slow machine. */
const TIMES = { lookEveryMs: 50, timeoutMs: 3_000, drainMs: 200 };

export type Hook = { readonly webhook: Webhook; readonly secret: string; readonly project: Project };
export type Stored = { readonly id: string; readonly body: string };

export type WebhooksOfFile = {
  readonly server: ServerOfFile;
  /** A webhook of a project (a new one when absent). */
  create(settings: CreateWebhookInput, project?: Project): Promise<Hook>;
  /**
   * A public event with its deliveries, as the relay writes them; none of it for webhooks that do
   * not exist yet.
   */
  event(hook: Hook, type?: StoredEventType, ageSeconds?: number): Promise<Stored>;
  deliveries(hook: Hook, query?: string): Promise<readonly Delivery[]>;
  /** The delivery of an event once it looks like this. */
  delivery(hook: Hook, event: Stored, fits: (delivery: Delivery) => boolean): Promise<Delivery>;
  read(hook: Hook): Promise<Webhook>;
  /** Sets columns of the deliveries of a webhook with SQL, as in `next_attempt_at = now()`. */
  setDeliveries(hook: Hook, columns: string): Promise<void>;
  /** The same for the webhook. */
  set(hook: Hook, columns: string): Promise<void>;
};

/** A whole service, and what its relay would write. */
export function useWebhooks({ options, ...overrides }: Overrides = {}): WebhooksOfFile {
  const server = useServer({ ...overrides, options: { webhookTimes: TIMES, ...options } });
  const idOf = ({ webhook }: Hook) => fromPublicId('whk', webhook.id)!;
  const webhooks: WebhooksOfFile = {
    server,
    async create(settings, project) {
      const owner = project ?? (await server.createProject());
      const { status, body } = await owner.call<CreateWebhookResponse>('POST', '/api/v1/webhooks', settings);
      expect(status).toBe(201);
      return { ...body, project: owner };
    },
    async event(hook, type = 'target.published', ageSeconds = 0) {
      const uuid = ids.uuid();
      const id = toPublicId('evt', uuid);
      const body = JSON.stringify({ id, type, timestamp: new Date().toISOString(), data: { text: 'Crème brûlée 🍮' } });
      await server.db.query({
        text: `with w as (select * from webhook_endpoints where id = $1), p as (
                 insert into event_positions as p (project_id, last) select project_id, 1 from w
                 on conflict (project_id) do update set last = p.last + 1 returning last
               ), e as (
                 insert into events (project_id, id, type, occurred_at, position, body)
                 select project_id, $2, $3, now() - make_interval(secs => $5), p.last, $4
                 from w, p returning project_id, id)
               insert into webhook_deliveries (project_id, id, endpoint_id, event_id, state, next_attempt_at)
               select o.project_id, gen_random_uuid(), o.id, e.id, case when o.enabled then 'pending' else 'missed' end, case when o.enabled then now() end
               from e join webhook_endpoints o on o.project_id = e.project_id where o.events is null or $3 = any(o.events)`,
        values: [idOf(hook), uuid, type, body, ageSeconds],
      });
      return { id, body };
    },
    async deliveries({ project, webhook }, query = '') {
      const path = `/api/v1/webhooks/${webhook.id}/deliveries${query}`;
      return (await project.call<ListDeliveriesResponse>('GET', path)).body.deliveries;
    },
    delivery: (hook, event, fits) =>
      until(async () => {
        const found = (await webhooks.deliveries(hook, '?limit=100')).find(({ eventId }) => eventId === event.id);
        return found && fits(found) ? found : null;
      }),
    read: async ({ project, webhook }) =>
      (await project.call<{ webhook: Webhook }>('GET', `/api/v1/webhooks/${webhook.id}`)).body.webhook,
    async setDeliveries(hook, columns) {
      await server.db.query({
        text: `update webhook_deliveries set ${columns} where endpoint_id = $1`,
        values: [idOf(hook)],
      });
    },
    async set(hook, columns) {
      await server.db.query({ text: `update webhook_endpoints set ${columns} where id = $1`, values: [idOf(hook)] });
    },
  };
  return webhooks;
}

export const isDelivered = ({ status }: Delivery): boolean => status === 'delivered';
/** After so many attempts. */
export const after =
  (attempts: number) =>
  ({ attempts: made }: Delivery): boolean =>
    made.length >= attempts;
