import type { NetworkError } from '@fanfare/network';
import { graphFault } from './graph-errors.ts';

/**
 * Whether an error is how the Graph says that an object is not there. It also says so of objects
 * that exist, for seconds after they were made and in passing glitches (gitroomhq/postiz-app#1562,
 * #2047): one answer of this kind proves nothing.
 */
export const isNotFound = (error: NetworkError): boolean =>
  error.facts.networkCode === '100/33' || graphFault(error)?.row.notReady === true;

/** The error of a post that stays not found. */
export const postIsGone = (network: string) =>
  ({
    code: 'content_rejected',
    message: `The post no longer exists on ${network}, or ${network} does not show it to this account any more.`,
    remedy: 'Look at the profile: the post was deleted, or hidden, on the network.',
  }) as const;
