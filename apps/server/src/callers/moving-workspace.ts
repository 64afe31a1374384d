import type { Refusal } from '@fanfare/rules';

/** Refuses every request of a workspace that moves to another cell, or has moved there. */
export const WORKSPACE_MOVES: Refusal = {
  code: 'unavailable',
  message:
    'This workspace moves to another part of the service. Repeat the request after the seconds in Retry-After; its idempotency key stays valid.',
  headers: { 'Retry-After': '5' },
};
