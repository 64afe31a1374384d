import { type Rows, UNITS } from './use-executor.ts';

/** The row of a publish in the journal. */
export const publishIntent = (state: string, rest: Partial<Rows['intents'][number]> = {}) => ({
  kind: 'publish',
  ordinal: 0,
  state,
  handle: null,
  remote_id: null,
  sends: 1,
  detail: null,
  ...rest,
});
/** The row of a hidden step in the journal. */
export const step = (
  kind: string,
  ordinal: number,
  state: string,
  handle: string | null,
  detail: string | null = null,
) => ({
  ...publishIntent(state),
  kind,
  ordinal,
  handle,
  detail,
});
/** The books after a publish that was billed. */
export const billed = {
  reservations: [{ kind: 'publish', units: UNITS, state: 'billed' }],
  counter: { used: UNITS, reserved: 0 },
};
/** The books after a failure. */
export const released = {
  reservations: [{ kind: 'publish', units: UNITS, state: 'released' }],
  counter: { used: 0, reserved: 0 },
  ledger: [],
};
/** The books while nothing is settled. */
export const held = {
  reservations: [{ kind: 'publish', units: UNITS, state: 'held' }],
  counter: { used: 0, reserved: UNITS },
  ledger: [],
};
