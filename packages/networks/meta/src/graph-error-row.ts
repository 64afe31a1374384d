import type { TargetErrorCode } from '@fanfare/contract';

/** One error of Meta's Graph APIs and what it means to a caller of ours. `{network}` in texts stands for Instagram or Threads. */
export type GraphErrorRow = {
  /** A code, an inclusive range of codes, or null where the network was seen to send the subcode under several codes. */
  readonly code: number | readonly [from: number, to: number] | null;
  readonly subcode?: number;
  readonly becomes: TargetErrorCode;
  readonly says: string;
  readonly remedy?: string;
  /**
   * - `soon`: the same hidden call, or a new container, may work in seconds (nothing is public before the publish call).
   * - `later`: the network throttles; wait as long as it says.
   * - `same`: the publish call came before the container was visible; publish the same container again.
   * - absent: final.
   */
  readonly again?: 'soon' | 'later' | 'same';
  /**
   * Where engagement is read, this is no failure.
   * - `none`: the network has no counts of this post, or none yet.
   * - `fewer`: it does not have every count for this kind of post; its words name those it lacks.
   */
  readonly counts?: 'none' | 'fewer';
  readonly credential?: 'expired' | 'revoked';
  readonly operator?: true;
};
