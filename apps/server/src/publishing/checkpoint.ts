import type { Lease } from './targets.table.ts';

/**
 * Named points of a publish, between two commits or between a commit and a call. They do nothing in
 * production. The chaos suite ends the process at them.
 *
 * C0 claimed · C1 media intent · C2 media accepted · C3 container intent · C4 container accepted
 * C5 prepared · C6 publish intent · C7 the network accepted, not yet stored · C8 settled and billed
 * C9 address filled · C10 comment intent · C11 the network accepted the comment, not yet stored
 * C12 comment settled and billed · C13 done
 */
export type CheckpointName = `C${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13}`;

export type Checkpoint = (name: CheckpointName, target: Pick<Lease, 'projectId' | 'targetId'>) => Promise<void>;

export const noCheckpoint: Checkpoint = async () => undefined;
