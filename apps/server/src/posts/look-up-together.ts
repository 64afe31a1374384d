import type { CallersPool, PublishingPool } from '../db/database.ts';
import { inBatchesOfRequests } from '../db/in-batches.ts';
import type { Logger } from '../process/log/log.ts';
import { type KnownOfRequest, lookUpRequests, type NamedByRequest } from './look-up-requests.table.ts';

export type LookUpRequest = (named: NamedByRequest) => Promise<KnownOfRequest>;

/**
 * Looks up the keys and accounts of several requests in one statement, whatever their projects
 * (docs/adr/0037). Every answer is read after its request arrived.
 */
export const createLookUpRequest = (deps: {
  readonly log: Logger;
  readonly db: CallersPool;
  readonly publishing: PublishingPool;
  /** Limit of waiting requests of one project. */
  readonly waitingPerProject: number;
}): LookUpRequest =>
  inBatchesOfRequests<NamedByRequest, KnownOfRequest>({
    alone: async (named) => (await lookUpRequests(deps.db, [named]))[0]!,
    together: (named) => lookUpRequests(deps.publishing, named),
    onFailed: (err, requests) =>
      deps.log.warn({ err, requests }, 'requests were not looked up together, they are looked up one by one'),
    waitingPerProject: deps.waitingPerProject,
  });
