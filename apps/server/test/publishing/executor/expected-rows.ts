import { type Rows, UNITS } from './use-executor.ts';

/** The journal row of a publish. */
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
/** The journal row of a comment. */
export const commentIntent = (state: string, rest: Partial<Rows['intents'][number]> = {}) => ({
  ...publishIntent(state, rest),
  kind: 'comment',
});
/** The journal row of a hidden step. */
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
/** The accounting after a billed publish. */
export const billed = {
  reservations: [{ kind: 'publish', units: UNITS, state: 'billed' }],
  counter: { used: UNITS, reserved: 0 },
};
/** The accounting after a failure. */
export const released = {
  reservations: [{ kind: 'publish', units: UNITS, state: 'released' }],
  counter: { used: 0, reserved: 0 },
  ledger: [],
};
/** The accounting before anything has settled. */
export const held = {
  reservations: [{ kind: 'publish', units: UNITS, state: 'held' }],
  counter: { used: 0, reserved: UNITS },
  ledger: [],
};
/** The accounting of a live post, by the status of its comment. */
export const commentedAccounting = (comment: 'billed' | 'released' | 'held') => ({
  reservations: [
    { kind: 'publish', units: UNITS, state: 'billed' },
    { kind: 'comment', units: 1, state: comment },
  ],
  counter: { used: UNITS + (comment === 'billed' ? 1 : 0), reserved: comment === 'held' ? 1 : 0 },
});
