import type { ListDeliveriesQuery, ListDeliveriesResponse } from '@fanfare/contract';
import { type Decision, noSuch, readDeliveriesStart, refuse, toDeliveryPage } from '@fanfare/rules';
import type { ListsPool } from '../../db/database.ts';
import { toDelivery } from './to-webhook.ts';
import { listDeliveries } from './webhook-deliveries.table.ts';
import { findEndpoint } from './webhook-endpoints.table.ts';

type Deps = { readonly lists: ListsPool };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads one page of the deliveries of an endpoint with their attempts, newest first. */
export async function readDeliveryPage(
  { lists }: Deps,
  { projectId, endpointId }: { readonly projectId: string; readonly endpointId: string },
  query: ListDeliveriesQuery,
): Promise<Decision<ListDeliveriesResponse>> {
  const start = readDeliveriesStart(query, UUID);
  if (!start.ok) return start;
  if (!(await findEndpoint(lists, projectId, endpointId))) return refuse(noSuch('webhook'));
  const rows = await listDeliveries(
    lists,
    { projectId, endpointId },
    {
      status: query.status ?? null,
      before: start.after?.id ?? null,
      // One more than the page shows, to know whether there is another page.
      limit: query.limit + 1,
    },
  );
  const { shown, page } = toDeliveryPage(rows, query, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { ok: true, deliveries: shown.map(toDelivery), ...page };
}
