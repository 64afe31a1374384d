import type { NetworkError } from '@fanfare/network';
import type { Fixture } from './fixture.ts';

/** A refusal that a network documents or was seen to give, and its required result. */
export type DocumentedError = {
  /** Name of an edge of the conformance. */
  readonly edge: string;
  /** The network's own name for it: `190/463`, `DUPLICATE_POST`, `403 Forbidden`. */
  readonly documented: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is, anything else as JSON; empty when absent. */
  readonly body?: unknown;
  /** The document, and when that was checked. */
  readonly source: string;
  /** `success` where the refusal means that the requested state exists already. */
  readonly becomes: NetworkError['code'] | 'success';
  /** Makes the simulator itself refuse; without it the suite answers instead. */
  readonly provoke?: (fixture: Fixture) => Promise<void>;
};
