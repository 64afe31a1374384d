import type { Database } from '../../db/database.ts';
import { deleteDeliveries } from './webhook-deliveries.table.ts';
import { deleteEndpoint, disableEndpoint } from './webhook-endpoints.table.ts';

const BATCH = 2_000;

/**
 * Deletes a webhook with its deliveries and attempts, at most `batch` deliveries a statement.
 * Disables it first, so that nothing more is sent. After a crash it can be deleted again. Returns
 * false when there is none.
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
