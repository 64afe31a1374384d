import type { Database } from '../db/database.ts';
import { fromPublicId } from '../process/ids.ts';
import type { ClientDocuments, FoundClient } from './client-documents.ts';
import { findClient } from './clients.table.ts';

export type FindClientDeps = { readonly db: Database; readonly documents: ClientDocuments };

/** Finds a client by its id: by its metadata document, or among those that have registered. */
export async function findOAuthClient({ db, documents }: FindClientDeps, clientId: string): Promise<FoundClient> {
  if (documents.isDocument(clientId)) return documents.read(clientId);
  const id = fromPublicId('cli', clientId);
  const found = id === null ? null : await findClient(db, id);
  if (!found) return { ok: false, why: 'It is not known here. Remove it in the app and add it again.' };
  const { name, redirectUris } = found;
  return { ok: true, client: { id: clientId, name, domain: null, redirectUris } };
}
