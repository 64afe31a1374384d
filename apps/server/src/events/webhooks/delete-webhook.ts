import type { Database } from '../../db/database.ts';
import { deleteDeliveries } from './webhook-deliveries.table.ts';
import { deleteEndpoint, disableEndpoint } from './webhook-endpoints.table.ts';

const BATCH = 2_000;

/**
 * Deletes a webhook with its deliveries and their attempts, in statements of at most `batch` deliveries. It gets nothing from the first one on; where a
 * process dies on the way, a disabled webhook is left, which can be deleted again. False when there is none.
 */
export async function deleteWebhook(
  { db }: { readonly db: Database },
  of: { readonly projectId: string; readonly endpointId: string },
  batch = BATCH,
): Promise<boolean> {
  if (!(await disableEndpoint(db, of))) return false;
  while ((await deleteDeliveries(db, of, batch)) === batch);
  return deleteEndpoint(db, of);
}
