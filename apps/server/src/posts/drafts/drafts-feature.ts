import type { UpkeepPool } from '../../db/database.ts';
import { type DraftsDeps, draftsHandlers } from './drafts.handlers.ts';
import { purgeDrafts } from './drafts.table.ts';

/** Posts that a person shall look at before they are published. */
export const draftsFeature = ({ upkeep, ...deps }: DraftsDeps & { readonly upkeep: UpkeepPool }) => ({
  handlers: { drafts: draftsHandlers(deps) },
  jobs: { 'delete-drafts': () => purgeDrafts(upkeep) },
});
