import type { CallersPool } from '../db/database.ts';
import type { MediaStore } from '../media/stores/media-store.ts';
import type { Logger } from '../process/log/log.ts';
import { audit } from './audit.ts';
import { usageHandlers } from './usage.handlers.ts';

export type UsageDeps = {
  readonly db: CallersPool;
  readonly databaseUrl: string;
  readonly mediaStore: MediaStore | null;
  readonly log: Logger;
  readonly now: () => Date;
};

/** Quota and its ledger. */
export const usageFeature = (deps: UsageDeps) => ({
  handlers: { usage: usageHandlers(deps) },
  jobs: { audit: (stopping: AbortSignal) => audit(deps, stopping) },
});
