import { beforeAll, expect, test } from 'vitest';
import { findDueEndpoints } from '../../../src/events/webhooks/due-deliveries.table.ts';
import { fromPublicId } from '../../../src/process/ids.ts';
import { type Hook, useWebhooks } from './use-webhooks.ts';

const webhooks = useWebhooks();
let newest: Hook;

// No server takes what is due.
beforeAll(async () => {
  newest = await webhooks.create({ url: 'http://127.0.0.1:9/newest' });
  await webhooks.server.halt();
});

type Columns = { readonly url?: string; readonly failedAttempts?: number; readonly inFlight?: number };

/**
 * A webhook in each of 600 new projects, with so many deliveries in flight and one that is due for
 * an hour.
 */
async function waitingProjects({ url = '', failedAttempts = 0, inFlight = 0 }: Columns): Promise<void> {
  await webhooks.server.db.query({
    text: `with e as (
             insert into webhook_endpoints (project_id, id, url, key_id, wrapped_key, sealed, failed_attempts, failing_since)
             select gen_random_uuid(), gen_random_uuid(), coalesce(nullif($1, ''), 'https://' || n || '.example/'), '', '', '', $2::int, case when $2 > 0 then now() end
             from generate_series(1, 600) n returning project_id, id
           ), v as (
             insert into events (project_id, id, type, position, body)
             select project_id, gen_random_uuid(), 'target.failed', n, '{}' from e, generate_series(1, 1 + $3::int) n returning project_id, id, position
           )
           insert into webhook_deliveries (project_id, id, endpoint_id, event_id, state, next_attempt_at, lease_expires_at)
           select e.project_id, gen_random_uuid(), e.id, v.id, 'pending', now() - interval '1 h', case when v.position > 1 then now() + interval '1 h' end
           from e join v on v.project_id = e.project_id`,
    values: [url, failedAttempts, inFlight],
  });
}

test.each([
  ['that fail', { failedAttempts: 4 }],
  ['at one host', { url: 'https://hooks.example/' }],
  ['that hang', { inFlight: 1 }],
])('six hundred projects with webhooks %s, due for an hour, do not hide one that is due now', async (_, columns) => {
  await waitingProjects(columns);
  await webhooks.event(newest);
  const due = await findDueEndpoints(webhooks.server.db);
  expect(due.map(({ endpointId }) => endpointId)).toContain(fromPublicId('whk', newest.webhook.id));
  await webhooks.server.db.query({
    text: 'delete from webhook_endpoints where url <> $1',
    values: [newest.webhook.url],
  });
  await webhooks.setDeliveries(newest, "state = 'delivered', next_attempt_at = null");
});
