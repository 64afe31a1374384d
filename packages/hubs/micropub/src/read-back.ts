import type { HubWriteCall } from '@fanfare/hub';
import { type Answer, NetworkError } from '@fanfare/network';
import { queryEndpoint } from './call-micropub.ts';
import { CreatedAnswer, OneSourceAnswer, SourceAnswer } from './wire.ts';

/** A caller may be waiting for the answer. */
const LOOK_MS = 10_000;

/** Whether the server reports the new post as a draft. Without a word it is published. */
export async function isDraft(call: HubWriteCall, url: string): Promise<boolean> {
  const query = { q: 'source', url };
  const { data } = OneSourceAnswer.safeParse(await jsonOf(call, query));
  return data?.properties['post-status'].includes('draft') ?? false;
}

/** Whether the server lists its newest posts. */
export async function listsPosts(call: HubWriteCall): Promise<boolean> {
  return SourceAnswer.safeParse(await jsonOf(call, { q: 'source', limit: '20' })).success;
}

/** The post is out: no failure of a read may hide that. */
async function jsonOf(call: HubWriteCall, query: Readonly<Record<string, string>>): Promise<unknown> {
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(LOOK_MS)]);
  try {
    return (await queryEndpoint({ ...call, signal }, query)).json;
  } catch (error) {
    if (error instanceof NetworkError || signal.aborted) return undefined;
    throw error;
  }
}

/** The error of a post that nobody sees. The draft stays: not every token may delete it. */
export const keptAsDraft = (): NetworkError =>
  new NetworkError({
    code: 'permission_missing',
    outcome: 'rejected',
    message: 'The hub made a draft of the post instead of publishing it.',
    remedy:
      'Delete the draft on the hub. Then connect the account with a token that may publish (scope "create" without "draft"), or let the hub publish posts of its user.',
    networkCode: 'draft',
  });

/** Whether a 2xx is the server's own, and no page: no body, or JSON without an error. */
export const isEmptyOrJson = ({ text, json }: Answer): boolean =>
  text.trim() === '' || CreatedAnswer.safeParse(json).success;

const NO_ADDRESS = 'created_without_address';

/** The error of a create that worked, while nobody knows yet where the post is. */
export const madeSomewhere = (): NetworkError =>
  new NetworkError({
    code: 'network_unavailable',
    outcome: 'unknown',
    message: 'The hub made the post, and did not say where it is.',
    networkCode: NO_ADDRESS,
  });

export const isMadeSomewhere = (error: unknown): boolean =>
  error instanceof NetworkError && error.facts.networkCode === NO_ADDRESS;
