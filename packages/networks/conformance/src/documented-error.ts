import type { NetworkError } from '@fanfare/network';
import type { Stage } from './stage.ts';

/** One refusal a network documents or was seen to give, and what it must become. */
export type DocumentedError = {
  /** Name of an edge of the conformance. */
  readonly edge: string;
  /** The network's own name of it: `190/463`, `DUPLICATE_POST`, `403 Forbidden`. */
  readonly documented: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is, anything else as JSON; empty when absent. */
  readonly body?: unknown;
  /** Where it is documented, and when that was checked. */
  readonly source: string;
  /** `success` where the refusal means that what was asked for is there already. */
  readonly becomes: NetworkError['code'] | 'success';
  /** Makes the simulator itself refuse; without it the suite answers in its place. */
  readonly provoke?: (stage: Stage) => Promise<void>;
};
