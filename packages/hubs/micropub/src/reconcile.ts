import { findOnHub, type HubPost, type HubWriteCall, postSlug } from '@fanfare/hub';
import { type Attempt, NetworkError, readAnswer, storableUrl, type Verdict } from '@fanfare/network';
import { queryEndpoint } from './call-micropub.ts';
import { isMadeSomewhere, keptAsDraft } from './read-back.ts';
import { type SeenPost, SourceAnswer } from './wire.ts';

/** Servers that build static sites list a post only once it is built. */
const LOOKS_AFTER_MS = [2_000, 10_000, 30_000, 90_000];
const LATE_LOOKS_MS = [0, 5_000, 15_000];
/** The hub's clock and the database's may differ by this much. */
const CLOCK_TOLERANCE_MS = 5_000;
const PAGE_SIZE = '20';
/** A busy hub has many newer posts when a process comes back to a lost answer. */
const LATER_PAGE_SIZE = '100';
const MOST_PAGES = 10;

/**
 * Looks for a post whose answer was lost among those since its intent, newest first: by its slug,
 * else by its text, its time and its number of photos. A post that is not listed proves nothing, so
 * the verdict is never `absent`. Throws NetworkError `credential_rejected`.
 */
export async function reconcile(call: HubWriteCall, attempt: Attempt<HubPost>): Promise<Verdict> {
  const slug = postSlug(attempt.input.text, call.key);
  const isOwn = (each: SeenPost) => namesOf(each).some((name) => name.includes(slug));
  const post = await findOnHub(call, attempt, {
    looksAfterMs: LOOKS_AFTER_MS,
    lateLooksMs: LATE_LOOKS_MS,
    read: async () => {
      const posts = await readSince(call, attempt.intendedAt, isOwn);
      if (posts === null) return null;
      const own = posts.filter((each) => isOwn(each) && addressOf(each, call) !== null);
      const live = posts.filter((each) => !isDraft(each) && addressOf(each, call) !== null);
      return own.length > 0 ? own : live.filter((each) => isLike(each, attempt));
    },
  });
  if (post !== null && isDraft(post)) return { state: 'absent', error: keptAsDraft() };
  const url = post === null ? null : addressOf(post, call);
  if (post === null || url === null) return isMadeSomewhere(attempt.error) ? CREATED : { state: 'undecided' };
  return { state: 'live', platformPostId: url, url, ...(isOwn(post) && { isOwn: true }) };
}

/** The server said that it made the post, and not where. */
const CREATED: Verdict = { state: 'live', platformPostId: null, url: null };

const isDraft = (post: SeenPost): boolean => post['post-status'].includes('draft');

/** Null where the server does not list posts. */
async function readSince(
  call: HubWriteCall,
  intendedAt: number,
  isOwn: (post: SeenPost) => boolean,
): Promise<readonly SeenPost[] | null> {
  const seen: SeenPost[] = [];
  let after: string | undefined;
  try {
    for (let page = 0; page < MOST_PAGES; page++) {
      const query = after === undefined ? { limit: PAGE_SIZE } : { limit: LATER_PAGE_SIZE, after };
      const answer = await queryEndpoint(call, { q: 'source', ...query });
      const { items, paging } = readAnswer('The hub', SourceAnswer, answer, 'its newest posts');
      seen.push(...items);
      const oldest = Date.parse(items.at(-1)?.published[0] ?? '');
      const next = paging?.after;
      if (next === undefined || next === after || items.some(isOwn)) break;
      // Without a time nobody knows where to stop.
      if (!(oldest >= intendedAt - CLOCK_TOLERANCE_MS)) break;
      after = next;
    }
    return seen;
  } catch (error) {
    if (error instanceof NetworkError && ['content_rejected', 'permission_missing'].includes(error.code)) return null;
    throw error;
  }
}

const addressOf = ({ url: [url] }: SeenPost, { hub }: HubWriteCall): string | null =>
  url ? storableUrl(URL.parse(url, hub.apiUrl)?.href) : null;

const namesOf = (post: SeenPost): readonly string[] => [...post['mp-slug'], ...post.url];

/** Slugs of this service end in a short form of the key of their write. */
const OWN_SLUG = /-[0-9a-f]{12}(?:\/|\.\w+)?$/;

/** A post with a slug of this service is the one of another write, however alike it is. */
function isLike(post: SeenPost, { input, intendedAt }: Attempt<HubPost>): boolean {
  if (namesOf(post).some((name) => OWN_SLUG.test(name))) return false;
  if (!(Date.parse(post.published[0] ?? '') >= intendedAt - CLOCK_TOLERANCE_MS)) return false;
  return post.photo.length === input.images.length && plain(post.content[0] ?? '') === plain(input.text);
}

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
