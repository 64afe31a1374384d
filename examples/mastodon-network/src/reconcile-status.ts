import { type Attempt, type Call, NetworkError, readAnswer, type Verdict } from '@fanfare/network';
import { localId } from './account-id.ts';
import { readMastodon } from './call-mastodon.ts';
import type { MastodonConfig } from './config.ts';
import { missingScopes } from './require-scopes.ts';
import { isSameText } from './same-text.ts';
import { type SeenStatus, TimelineAnswer } from './wire.ts';

/** A lost request may still be under way for a moment; a made status is listed at once. */
const LOOK_AFTER_MS = 5_000;
/** Keys are kept "for up to 1 hour" (Mastodon, Idempotency-Key, checked 2026-11). */
const KEY_HOLDS_MS = 50 * 60_000;
const RESEND_AFTER_MS = 2_000;
/** The server's clock and the database's may differ by this much. */
const CLOCK_TOLERANCE_MS = 30_000;
const PAGE_SIZE = 40;
const MAX_PAGES = 5;

export type WantedStatus = { readonly text: string; readonly mediaCount: number; readonly inReplyTo: string | null };

/**
 * Decides what became of a status whose answer was lost: first by reading, and where nothing is
 * found, by sending it again under its key, which gives the status that is there or makes the one
 * that is not. Once the key may be forgotten only reading is left, and a status that is not there
 * proves nothing. Throws NetworkError `credential_rejected` when the access token is refused.
 */
export async function reconcileStatus(
  call: Call,
  config: MastodonConfig,
  attempt: Pick<Attempt<unknown>, 'intendedAt' | 'agoMs'>,
  wanted: WantedStatus,
): Promise<Verdict> {
  const startedAt = call.clock.now();
  if (attempt.agoMs < LOOK_AFTER_MS) await call.clock.sleep(LOOK_AFTER_MS - attempt.agoMs, call.signal);
  const found = await findStatuses(call, config, attempt.intendedAt - CLOCK_TOLERANCE_MS, wanted);
  const [only, another] = found;
  if (only !== undefined && another === undefined)
    return { state: 'live', platformPostId: only.id, url: only.url ?? null };

  const ageMs = attempt.agoMs + call.clock.now() - startedAt;
  return ageMs < KEY_HOLDS_MS ? { state: 'resend', afterMs: RESEND_AFTER_MS } : { state: 'undecided' };
}

/** Recent statuses of the account that look like the attempt; none when unreadable. */
async function findStatuses(
  call: Call,
  config: MastodonConfig,
  since: number,
  wanted: WantedStatus,
): Promise<readonly SeenStatus[]> {
  if (missingScopes(call.credential, ['read:statuses']).length > 0) return [];
  const found: SeenStatus[] = [];
  let below: string | undefined;
  try {
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await readMastodon(call, config, call.credential.accessToken, {
        path: `/api/v1/accounts/${encodeURIComponent(localId(call.account.platformUserId))}/statuses`,
        query: { limit: String(PAGE_SIZE), exclude_reblogs: 'true', max_id: below },
        on: 'read',
      });
      const statuses = readAnswer('Mastodon', TimelineAnswer, answer, 'a question for recent posts');
      const recent = statuses.filter(({ created_at }) => Date.parse(created_at) >= since);
      found.push(...recent.filter((status) => isWanted(status, wanted)));
      below = statuses.at(-1)?.id;
      if (recent.length < PAGE_SIZE) break;
    }
    return found;
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof NetworkError) || error.code === 'credential_rejected') throw error;
    return [];
  }
}

function isWanted(status: SeenStatus, { text, mediaCount, inReplyTo }: WantedStatus): boolean {
  if ((status.in_reply_to_id ?? null) !== inReplyTo || status.media_attachments.length !== mediaCount) return false;
  return isSameText(status.content, text);
}
