import type { HubAccess } from '@fanfare/hub';
import { NetworkError, readAnswer, storableText } from '@fanfare/network';
import { queryEndpoint } from './call-micropub.ts';
import { SyndicationAnswer } from './wire.ts';

/**
 * Throws where the server does not send copies to one of these places: servers drop what they do
 * not know without a word (W3C Micropub, section 3.7.3, checked 2026-11).
 */
export async function requireSyndication(access: HubAccess, wanted: readonly string[]): Promise<void> {
  if (wanted.length === 0) return;
  const known = await listSyndication(access);
  const missing = wanted.find((uid) => !known.includes(uid));
  if (missing === undefined) return;
  throw new NetworkError({
    code: 'content_rejected',
    outcome: 'not_sent',
    message: `The hub sends no copies to "${storableText(missing, 200)}".`,
    remedy: 'Use the uid of a place that the hub lists for q=syndicate-to.',
  });
}

/** None where the server does not know the query. */
async function listSyndication(access: HubAccess): Promise<readonly string[]> {
  try {
    const answer = await queryEndpoint(access, { q: 'syndicate-to' });
    return readAnswer('The hub', SyndicationAnswer, answer, 'its syndication targets')['syndicate-to'];
  } catch (error) {
    if (error instanceof NetworkError && error.code === 'content_rejected') return [];
    throw error;
  }
}
