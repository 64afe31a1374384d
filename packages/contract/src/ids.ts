import { z } from 'zod';
import { noted } from './documented.ts';
import { text } from './text.ts';

/**
 * The form of an id: a prefix that names the resource, an underscore and 26 characters. Requests
 * are checked loosely: a malformed id is answered exactly like an unknown one.
 */
const EXAMPLES = {
  account: 'acc_01m3xtwm0vet08x5hq5vvts79j',
  post: 'post_01m7w4n5ntfm78mh9vvwca3vx0',
  target: 'tgt_01m7w4n5nvfv4rmbbvk5fdrvce',
  event: 'evt_01m7w4nd6xe3k8yv9qkq3c2w8h',
  webhook: 'whk_01m7vz0c4qe8a9dm2n9r7t6x1b',
  delivery: 'dlv_01m7w4nd7fe6msz3h8s5p0k2y4',
  media: 'med_01m7w4k2rvf0t9d6q1x8c3n5ya',
  draft: 'drf_01m7w4n6h8e5s9yv2k0qd3x7bn',
} as const;

export type IdKind = keyof typeof EXAMPLES;

/** An id inside a path: any string, so that a malformed one is answered like an unknown one. */
export const idInPath = (kind: IdKind) => noted(z.string(), { examples: [EXAMPLES[kind]] });

/** An id inside a request body or query. */
export const idInRequest = (kind: IdKind) => noted(text(), { examples: [EXAMPLES[kind]] });

/** An id inside a response. */
export const idInResponse = (kind: IdKind) => noted(z.string(), { examples: [EXAMPLES[kind]] });
