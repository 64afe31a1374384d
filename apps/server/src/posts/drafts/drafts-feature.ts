import type { Contract } from '@fanfare/contract';
import type { AdmissionContext } from '@fanfare/rules';
import type { Networks } from '../../config/networks.ts';
import type { CallersPool, UpkeepPool } from '../../db/database.ts';
import type { FindHosted } from '../../media/find-hosted.ts';
import type { Ids } from '../../process/ids.ts';
import { draftsHandlers } from './drafts.handlers.ts';
import { purgeDrafts } from './drafts.table.ts';

type Deps = {
  readonly db: CallersPool;
  readonly upkeep: UpkeepPool;
  readonly networks: Networks & { readonly contract: Contract };
  readonly isHostAllowed: AdmissionContext['isHostAllowed'];
  readonly findHosted: FindHosted;
  readonly ids: Ids;
  readonly now: () => Date;
  readonly baseUrl: string;
};

/** Posts that a person shall look at before they are published. */
export const draftsFeature = ({ upkeep, ...deps }: Deps) => ({
  handlers: { drafts: draftsHandlers(deps) },
  jobs: { 'delete-drafts': () => purgeDrafts(upkeep) },
});
