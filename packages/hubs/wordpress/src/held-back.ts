import { NetworkError } from '@fanfare/network';
import type { SeenPost } from './wire.ts';

/** Statuses that nobody sees until a person changes them (WordPress, post status, 2026-11). */
const HELD_BACK: readonly string[] = ['pending', 'private'];

export const isHeldBack = ({ status }: SeenPost): boolean => HELD_BACK.includes(status);

/** The error of a publish that WordPress took without making the post public. */
export const heldBack = ({ status }: SeenPost): NetworkError =>
  new NetworkError({
    code: 'permission_missing',
    outcome: 'rejected',
    message:
      status === 'pending'
        ? 'WordPress keeps the post for review instead of publishing it.'
        : `WordPress keeps the post as "${status}" instead of publishing it.`,
    remedy:
      'Let the user publish without review: give the role Author or higher, or change the plugin that moderates posts.',
    networkCode: status,
  });
