import type { PostOrder, PostStatus } from '@fanfare/contract';
import type { Knex } from 'knex';
import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';
import { derivedStatus } from '../publishing/post-status.ts';
import { toWholePosts, type WholePost, type WholePostRow, wholePosts } from './posts.table.ts';

export type PostFilter = {
  readonly limit: number;
  readonly offset: number;
  readonly order: PostOrder;
  /** Only posts after this place in the order. */
  readonly after: { readonly at: Date; readonly id: string } | null;
  readonly status: PostStatus | null;
  readonly platform: string | null;
  readonly accountId: string | null;
  readonly profileId: string | null;
  readonly createdAfter: Date | null;
  readonly createdBefore: Date | null;
  readonly publishAfter: Date | null;
  readonly publishBefore: Date | null;
};

/** Names and directions of the columns of one order: in `posts`, and as `targets` repeat them. */
type Order = {
  readonly at: string;
  readonly ofTarget: string;
  readonly direction: 'asc' | 'desc';
  readonly isAfter: '<' | '>';
};

const ORDERS: Readonly<Record<PostOrder, Order>> = {
  createdAt: { at: 'created_at', ofTarget: 'post_created_at', direction: 'desc', isAfter: '<' },
  publishAt: { at: 'publish_at', ofTarget: 'post_publish_at', direction: 'asc', isAfter: '>' },
};

/** Statuses of posts whose targets have all settled. */
const SETTLED: readonly PostStatus[] = ['published', 'partial', 'failed'];

type Asked = { readonly projectId: string; readonly filter: PostFilter; readonly order: Order };

/**
 * Newest first, or scheduled ones by their time, earliest first; equal times by id. The limits of every time filter are exclusive. The statement has only the
 * conditions that it needs, so that its plan for any values reads an index in its order: of the accounts that are asked for, of the status, or of all posts.
 */
export async function listPosts(db: Database, projectId: string, filter: PostFilter): Promise<WholePost[]> {
  const order = ORDERS[filter.order];
  const asked: Asked = { projectId, filter, order };
  // Most posts are published: among those of an account, nearly every one. The other states are rare, or have a few posts of each account.
  const isByAccount = ofAccounts(filter) && (filter.status === null || filter.status === 'published');
  const posts = isByAccount ? listOfAccounts(asked) : listOfPosts(asked);
  const { rows } = await knex
    .raw<{ rows: WholePostRow[] }>(wholePosts('?', orderOf('p', order)), [posts])
    .options({ name: 'list_posts' })
    .connection(db);
  return toWholePosts(projectId, rows);
}

const ofAccounts = ({ platform, accountId, profileId }: PostFilter): boolean =>
  platform !== null || accountId !== null || profileId !== null;

const orderOf = (row: string, { at, direction }: Pick<Order, 'at' | 'direction'>): string =>
  `${row}.${at} ${direction}, ${row}.id ${direction}`;

/** Lists the first posts of one index, or of several: those of each, then the first of all. */
function listOfPosts(asked: Asked): Knex.QueryBuilder {
  const { filter, order, projectId } = asked;
  const parts = statusParts(filter, order).map((part): Knex.QueryBuilder => {
    const posts = knex('posts as p').where({ 'p.projectId': projectId }).whereRaw(part);
    within(posts, asked, { at: `p.${order.at}`, id: 'p.id' });
    atOtherTimes(posts, asked);
    if (ofAccounts(filter)) {
      const target = knex('targets as t')
        .where({ 't.projectId': knex.ref('p.projectId'), 't.postId': knex.ref('p.id') })
        .whereIn('t.accountId', accounts(asked));
      // Looks at the targets of one post after the other, in the order of the posts.
      posts.whereRaw('coalesce((?), false)', [target.select(knex.raw('true')).limit(1)]);
    }
    return posts.orderByRaw(orderOf('p', order)).limit(filter.limit + filter.offset);
  });
  const [only, ...more] = parts;
  const all: Knex.QueryBuilder =
    more.length === 0 ? only! : knex.from(knex.unionAll(parts, true).as('p')).orderByRaw(orderOf('p', order));
  return all.limit(filter.limit).offset(filter.offset).select('p.*');
}

/** Conditions on `p`, each with its own index, which together find every post of the status once. */
function statusParts({ status }: PostFilter, order: Order): readonly string[] {
  const open = 'p.settled_as is null and p.cancelled_at is null';
  if (status === null) return [order.at === 'publish_at' ? 'p.publish_at is not null' : 'true'];
  if (status === 'cancelled') return [`p.cancelled_at is not null${scheduledIn(order)}`];
  const derived = `'${status}' = ${derivedStatus('p')}`;
  if (status === 'scheduled') return [`${open} and p.publish_at is not null and ${derived}`];
  const settled = SETTLED.includes(status)
    ? [`p.settled_as = '${status}' and p.cancelled_at is null${scheduledIn(order)}`]
    : [];
  // A scheduled post begins at its time: those that wait for a later one need not be read.
  const due = `${open} and p.publish_at is not null and p.publish_at <= now() and ${derived}`;
  return [...settled, ...(order.at === 'publish_at' ? [] : [`${open} and p.publish_at is null and ${derived}`]), due];
}

/** The order by time has only posts that have one. */
const scheduledIn = (order: Order): string => (order.at === 'publish_at' ? ' and p.publish_at is not null' : '');

/** Lists the posts of accounts: the first ones of each account from its own part of the index, then the first ones of those. */
function listOfAccounts(asked: Asked): Knex.QueryBuilder {
  const { filter, order, projectId } = asked;
  const byTime = { at: 'at', direction: order.direction };
  const ofOne = knex('targets as t')
    .where({ 't.projectId': projectId, 't.accountId': knex.ref('a.id') })
    .distinct({ at: `t.${order.ofTarget}`, id: 't.postId' })
    .orderByRaw(`1 ${order.direction}, 2 ${order.direction}`)
    .limit(filter.limit + filter.offset);
  within(ofOne, asked, { at: `t.${order.ofTarget}`, id: 't.post_id' });
  const post = knex('posts as p').where({ 'p.projectId': knex.ref('t.projectId'), 'p.id': knex.ref('t.postId') });
  atOtherTimes(post, asked);
  if (filter.status !== null) post.whereRaw(`'${filter.status}' = ${derivedStatus('p')}`);
  if (hasOthers(asked) || filter.status !== null) ofOne.whereRaw('(?)', [post.select(knex.raw('true'))]);
  const first = knex
    .from(accounts(asked).as('a'))
    .crossJoin(knex.raw('lateral ? c', [ofOne]))
    .distinct('c.at', 'c.id')
    .orderByRaw(orderOf('c', byTime))
    .limit(filter.limit)
    .offset(filter.offset);
  return knex
    .from(first.as('k'))
    .join('posts as p', 'p.id', 'k.id')
    .where({ 'p.projectId': projectId })
    .orderByRaw(orderOf('k', byTime))
    .select('p.*');
}

function accounts({ filter: { platform, accountId, profileId }, projectId }: Asked): Knex.QueryBuilder {
  const given = Object.entries({ 'a.id': accountId, platform, profileId }).filter(([, value]) => value !== null);
  return knex('accounts as a')
    .where({ 'a.projectId': projectId, ...Object.fromEntries(given) })
    .select('a.id');
}

/** Adds the part of an order that is asked for, as conditions on the columns of its index. */
function within(
  posts: Knex.QueryBuilder,
  { filter, order }: Asked,
  { at, id }: { readonly at: string; readonly id: string },
): void {
  const { after } = filter;
  if (order.at === 'publish_at') posts.whereNotNull(at);
  if (after) posts.whereRaw(`(${at}, ${id}) ${order.isAfter} (?, ?)`, [after.at, after.id]);
  between(posts, at, timesOf(filter)[filter.order]);
}

type Times = { readonly from: Date | null; readonly to: Date | null };

const timesOf = (filter: PostFilter): Readonly<Record<PostOrder, Times>> => ({
  createdAt: { from: filter.createdAfter, to: filter.createdBefore },
  publishAt: { from: filter.publishAfter, to: filter.publishBefore },
});

const OTHER: Readonly<Record<PostOrder, PostOrder>> = { createdAt: 'publishAt', publishAt: 'createdAt' };

const hasOthers = ({ filter }: Asked): boolean => Object.values(timesOf(filter)[OTHER[filter.order]]).some(Boolean);

/** Adds conditions on the time that is not the order. */
function atOtherTimes(posts: Knex.QueryBuilder, { filter }: Asked): void {
  const other = OTHER[filter.order];
  between(posts, `p.${other}`, timesOf(filter)[other]);
}

function between(posts: Knex.QueryBuilder, at: string, { from, to }: Times): void {
  if (from) posts.where(at, '>', from);
  if (to) posts.where(at, '<', to);
}
