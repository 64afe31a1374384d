import type { ValidatePostBody } from '@fanfare/contract';
import { type HostedFiles, mediaAddressesOf, type UsableFile } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { bytesAt } from './bytes-at.ts';
import { readFacts } from './read-facts.ts';

/** Adds to the hosted files what is said to be at the caller's own addresses. */
export async function probeFiles(
  state: Pick<MockState, 'remoteFiles' | 'isHostAllowed'>,
  hosted: HostedFiles,
  post: Pick<ValidatePostBody, 'mediaItems' | 'platforms'>,
): Promise<HostedFiles> {
  const probed = new Map<string, UsableFile>();
  for (const url of mediaAddressesOf(post).filter((one) => !hosted.isHosted(one))) {
    const bytes = bytesAt(state, url);
    if (bytes === null) probed.set(url, { status: 'unreachable', why: 'there is no answer', facts: null });
    else if (bytes !== undefined) probed.set(url, { status: 'ready', facts: await readFacts(bytes) });
  }
  return { ...hosted, find: (url) => hosted.find(url) ?? probed.get(url) };
}
