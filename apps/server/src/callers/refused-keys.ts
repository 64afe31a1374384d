import { type ClientLimit, createClientLimit } from '../http/client-limit.ts';

/** Counts requests without a valid key. Others are not counted: an office shares an address. */
export type RefusedKeys = ClientLimit;

export const createRefusedKeys = (of: {
  readonly perMinute: number;
  readonly monotonicMs: () => number;
}): RefusedKeys => createClientLimit({ ...of, messageOf });

const messageOf = (perMinute: number, seconds: string): string =>
  `More than ${perMinute} requests a minute without a valid key came from your address. Send your API key in "Authorization: Bearer", or try again in ${seconds} s.`;
