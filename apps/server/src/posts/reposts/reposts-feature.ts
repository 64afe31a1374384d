import type { Clock, Http } from '@fanfare/network';
import type { OpenCredential } from '../../accounts/credentials/open-credential.ts';
import type { Networks } from '../../config/networks.ts';
import type { PublishingPool } from '../../db/database.ts';
import type { Ids } from '../../process/ids.ts';
import type { Logger } from '../../process/log/log.ts';
import type { Bulkheads } from '../../publishing/bulkheads.ts';
import type { RestoreGuard } from '../../publishing/restore-guard.ts';
import { noRepostCheckpoint, type RepostCheckpoint } from './repost-journal.ts';
import { repostsHandlers } from './reposts.handlers.ts';

export type RepostsDeps = {
  /** Reposts write to networks, so they use the publishing connections. */
  readonly db: PublishingPool;
  readonly ids: Ids;
  readonly log: Logger;
  readonly http: Http;
  readonly clock: Clock;
  readonly now: () => Date;
  readonly networks: Networks;
  readonly bulkheads: Bulkheads;
  readonly restoreGuard: Pick<RestoreGuard, 'isRestored'>;
  readonly openCredential: OpenCredential;
  readonly leaseSeconds: number;
  readonly stopping: AbortSignal;
  /** Lets tests stop a repost on its way. */
  readonly checkpoint?: RepostCheckpoint | undefined;
};

/** Reposts: an account and a post, made at most once (docs/adr/0017). */
export function repostsFeature({ checkpoint = noRepostCheckpoint, ...deps }: RepostsDeps) {
  const { inAccountLane } = deps.bulkheads;
  const handlers = repostsHandlers({ ...deps, checkpoint, inAccountLane });
  return { handlers };
}
