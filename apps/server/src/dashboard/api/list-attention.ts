import type { PostStatus } from '@fanfare/contract';
import type { Database } from '../../db/database.ts';
import { listPosts, type PostFilter } from '../../posts/list-posts.table.ts';
import type { WholePost } from '../../posts/posts.table.ts';
import { toPublicId } from '../../process/ids.ts';
import { findDismissals } from './post-dismissals.table.ts';
import { findSentAgain, type SentAgain } from './post-links.table.ts';

const SHOWN = 20;
const PAGE = 50;
/** Pages per status and order. More failures since yesterday are an outage, which 20 posts show. */
const MOST_PAGES = 10;

type Deps = { readonly db: Database };

const ANY: PostFilter = {
  ...{ limit: PAGE, offset: 0, order: 'createdAt', after: null, status: null, platform: null, accountId: null },
  ...{ profileId: null, createdAfter: null, createdBefore: null, publishAfter: null, publishBefore: null },
};

/** Lists posts with an open failed target, newest first. */
export async function listAttention({ db }: Deps, projectId: string, since: Date): Promise<WholePost[]> {
  const lists = await Promise.all(
    (['failed', 'partial'] satisfies PostStatus[]).flatMap((status) => [
      firstOpen(db, projectId, { ...ANY, status, createdAfter: since }),
      // Scheduled before, to be published since then.
      firstOpen(db, projectId, { ...ANY, status, publishAfter: since }),
    ]),
  );
  const byId = new Map(lists.flat().map((whole) => [whole.post.id, whole]));
  return [...byId.values()].sort((one, other) => dueAt(other) - dueAt(one)).slice(0, SHOWN);
}

const dueAt = ({ post }: WholePost): number => (post.publishAt ?? post.createdAt).getTime();

/** Reads the first open posts of a list, page by page. */
async function firstOpen(db: Database, projectId: string, filter: PostFilter): Promise<WholePost[]> {
  const open: WholePost[] = [];
  let { after } = filter;
  for (let page = 0; page < MOST_PAGES && open.length < SHOWN; page++) {
    const posts = await listPosts(db, projectId, { ...filter, after });
    open.push(...(await openOf(db, projectId, posts)));
    const last = posts.at(-1);
    if (!last || posts.length < PAGE) break;
    after = { at: last.post.createdAt, id: last.post.id };
  }
  return open;
}

async function openOf(db: Database, projectId: string, posts: readonly WholePost[]): Promise<WholePost[]> {
  if (posts.length === 0) return [];
  const ids = posts.map(({ post }) => post.id);
  const publicIds = ids.map((id) => toPublicId('post', id));
  const [dismissals, again] = await Promise.all([
    findDismissals(db, projectId, ids),
    findSentAgain(db, projectId, publicIds),
  ]);
  return posts.filter((whole) => !dismissals.has(whole.post.id) && isOpen(whole, again));
}

/** Whether a target failed and no later post was sent to the same place. */
function isOpen({ post, targets }: WholePost, again: readonly SentAgain[]): boolean {
  const sent = again.filter(({ first }) => first === toPublicId('post', post.id));
  return targets.some(
    ({ status, errorDetail, accountId, spaceSlug }) =>
      status === 'failed' &&
      errorDetail?.code !== 'cancelled' &&
      !sent.some((next) => next.accountId === accountId && next.spaceSlug === spaceSlug),
  );
}
