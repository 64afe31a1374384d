import type { Refusal } from './refusal.ts';

/** Refuses a route of the contract that is not built yet. */
export const notImplemented = (what: string): Refusal => ({
  code: 'not_implemented',
  message: `This server does not do this yet: ${what} is not built. The README lists what is built.`,
});
