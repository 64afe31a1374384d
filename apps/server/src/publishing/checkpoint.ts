import type { Lease } from './targets.table.ts';

/**
 * Named points of a publish, each between two commits or between a commit and a call. Nothing happens there in production. The chaos suite ends the process
 * at them.
 *
 * C0 claimed · C1 media intent · C2 media accepted · C3 container intent · C4 container accepted · C5 prepared · C6 publish intent · C7 the network
 * accepted, not yet stored · C8 settled and billed · C9 address filled · C10 comment intent · C11 the network accepted the comment, not yet stored · C12
 * comment settled and billed · C13 done.
 */
export type CheckpointName =
  | 'C0'
  | 'C1'
  | 'C2'
  | 'C3'
  | 'C4'
  | 'C5'
  | 'C6'
  | 'C7'
  | 'C8'
  | 'C9'
  | 'C10'
  | 'C11'
  | 'C12'
  | 'C13';

export type Checkpoint = (name: CheckpointName, target: Pick<Lease, 'projectId' | 'targetId'>) => Promise<void>;

export const noCheckpoint: Checkpoint = async () => undefined;
