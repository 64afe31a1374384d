import type { Clock, Http } from '@fanfare/network';
import type { OpenCredential } from '../../accounts/credentials/open-credential.ts';
import type { Networks } from '../../config/networks.ts';
import type { PublishingPool } from '../../db/database.ts';
import type { Ids } from '../../process/ids.ts';
import type { Logger } from '../../process/log/log.ts';
import type { Bulkheads } from '../../publishing/bulkheads.ts';
import type { RestoreGuard } from '../../publishing/restore-guard.ts';
import { unpublishHandlers } from './unpublish.handlers.ts';
import { noUnpublishCheckpoint, type UnpublishCheckpoint } from './unpublish-journal.ts';

export type UnpublishDeps = {
  /** Deletions write to networks, so they use the publishing connections. */
  readonly db: PublishingPool;
  readonly ids: Ids;
  readonly log: Logger;
  readonly http: Http;
  readonly clock: Clock;
  readonly networks: Networks;
  readonly bulkheads: Bulkheads;
  readonly restoreGuard: Pick<RestoreGuard, 'isRestored'>;
  readonly openCredential: OpenCredential;
  readonly leaseSeconds: number;
  readonly stopping: AbortSignal;
  readonly forgetPosts: () => void;
  /** Lets tests stop a removal on its way. */
  readonly checkpoint?: UnpublishCheckpoint | undefined;
};

/** Posts that are removed from their networks again (docs/adr/0077). */
export function unpublishFeature({ checkpoint = noUnpublishCheckpoint, ...deps }: UnpublishDeps) {
  const { inAccountLane } = deps.bulkheads;
  return { handlers: unpublishHandlers({ ...deps, checkpoint, inAccountLane }) };
}
