import { z } from 'zod';
import { noted } from './documented.ts';
import { text } from './text.ts';

/**
 * What an id looks like: a prefix that names the resource, an underscore and 26 characters. Requests are checked loosely:
 * a malformed id is answered exactly like an unknown one.
 */
const EXAMPLES = {
  account: 'acc_01m3xtwm0vet08x5hq5vvts79j',
  post: 'post_01m7w4n5ntfm78mh9vvwca3vx0',
  target: 'tgt_01m7w4n5nvfv4rmbbvk5fdrvce',
} as const;

export type IdKind = keyof typeof EXAMPLES;

/** An id inside a path: any string, so that a malformed one is answered like an unknown one. */
export const idInPath = (kind: IdKind) => noted(z.string(), { examples: [EXAMPLES[kind]] });

/** An id inside a request body or query. */
export const idInRequest = (kind: IdKind) => noted(text(), { examples: [EXAMPLES[kind]] });

/** An id inside a response. */
export const idInResponse = (kind: IdKind) => noted(z.string(), { examples: [EXAMPLES[kind]] });
