import type { PostOrder, PostStatus } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { derivedStatus } from '../publishing/post-status.ts';
import { toWholePosts, type WholePost, type WholePostRow, wholePosts } from './posts.table.ts';

export type PostFilter = {
  readonly limit: number;
  readonly offset: number;
  readonly order: PostOrder;
  /** Only posts after this position in the order. */
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

/** Columns and directions of one order: in `posts`, and repeated in `targets`. */
type Order = {
  readonly at: string;
  readonly ofTarget: string;
  readonly direction: '' | ' desc';
  readonly isAfter: '<' | '>';
};

const ORDERS: Readonly<Record<PostOrder, Order>> = {
  createdAt: { at: 'created_at', ofTarget: 'post_created_at', direction: ' desc', isAfter: '<' },
  publishAt: { at: 'publish_at', ofTarget: 'post_publish_at', direction: '', isAfter: '>' },
};

/** Statuses of posts whose targets have all settled. */
const SETTLED: readonly PostStatus[] = ['published', 'partial', 'failed'];

/** The parts of a statement. Equal shapes have the same text, and so the same name. */
type Shape = {
  readonly projectId: string;
  readonly filter: PostFilter;
  readonly order: Order;
  /** Adds a value and returns its parameter. */
  readonly value: (value: unknown, type: string) => string;
};

/**
 * Newest first, or scheduled posts earliest first; equal times by id. Time filters are exclusive.
 * The statement has only the conditions that it needs, so that its plan reads an index in order: of
 * the requested accounts, of the status, or of all posts.
 */
export async function listPosts(db: Database, projectId: string, filter: PostFilter): Promise<WholePost[]> {
  const values: unknown[] = [];
  const value = (one: unknown, type: string): string => `$${values.push(one)}::${type}`;
  const order = ORDERS[filter.order];
  const shape: Shape = { projectId, filter, order, value };
  // Most posts of an account are published; other states are rare or few per account.
  const isByAccount = ofAccounts(filter) && (filter.status === null || filter.status === 'published');
  const posts = isByAccount ? listOfAccounts(shape) : listOfPosts(shape);
  const text = wholePosts(posts, `p.${order.at}${order.direction}, p.id${order.direction}`);
  const name = `list_posts ${nameOf(filter, isByAccount)}`;
  const { rows } = await db.query<WholePostRow>({ name, text, values });
  return toWholePosts(projectId, rows);
}

const ofAccounts = ({ platform, accountId, profileId }: PostFilter): boolean =>
  platform !== null || accountId !== null || profileId !== null;

/** A name of everything that decides the text. PostgreSQL cuts names after 63 characters. */
function nameOf(filter: PostFilter, isByAccount: boolean): string {
  const { order, status, limit: _, offset: __, ...others } = filter;
  const given = Object.values(others).map((one) => (one === null ? '0' : '1'));
  return [order, status ?? 'any', isByAccount ? 'a' : 'p', given.join('')].join(' ');
}

/** Lists the first posts of one index, or merges those of several. */
function listOfPosts(shape: Shape): string {
  const { filter, order, projectId, value } = shape;
  const project = value(projectId, 'uuid');
  const within = `p.project_id = ${project} ${range(shape, { at: `p.${order.at}`, id: 'p.id' })} ${others(shape)}
    ${ofAccounts(filter) ? `and coalesce((select true from targets t where t.project_id = ${project} and t.post_id = p.id and t.account_id in (${accounts(shape, project)}) limit 1), false)` : ''}`;
  const by = `order by p.${order.at}${order.direction}, p.id${order.direction}`;
  const [limit, offset] = [value(filter.limit, 'int'), value(filter.offset, 'int')];
  const parts = statusParts(filter, order).map(
    (part) => `(select p.* from posts p where ${within} and ${part} ${by} limit ${limit} + ${offset})`,
  );
  return `select p.* from (${parts.join(' union all ')}) p ${by} limit ${limit} offset ${offset}`;
}

/** Conditions on `p`, each with its own index, that together find every post of the status once. */
function statusParts({ status }: PostFilter, order: Order): readonly string[] {
  const open = 'p.settled_as is null and p.cancelled_at is null';
  if (status === null) return [order.at === 'publish_at' ? 'p.publish_at is not null' : 'true'];
  if (status === 'cancelled') return [`p.cancelled_at is not null${scheduledIn(order)}`];
  const derived = `'${status}' = ${derivedStatus('p')}`;
  if (status === 'scheduled') return [`${open} and p.publish_at is not null and ${derived}`];
  const settled = SETTLED.includes(status)
    ? [`p.settled_as = '${status}' and p.cancelled_at is null${scheduledIn(order)}`]
    : [];
  // A scheduled post begins at its time, so later ones need not be read.
  const due = `${open} and p.publish_at is not null and p.publish_at <= now() and ${derived}`;
  return [...settled, ...(order.at === 'publish_at' ? [] : [`${open} and p.publish_at is null and ${derived}`]), due];
}

/** Limits the order by time to posts that have one. */
const scheduledIn = (order: Order): string => (order.at === 'publish_at' ? ' and p.publish_at is not null' : '');

/** Lists the posts of accounts: the first of each account's part of the index, then merges them. */
function listOfAccounts(shape: Shape): string {
  const { filter, order, projectId, value } = shape;
  const project = value(projectId, 'uuid');
  const [limit, offset] = [value(filter.limit, 'int'), value(filter.offset, 'int')];
  const status = filter.status === null ? '' : `and '${filter.status}' = ${derivedStatus('p')}`;
  const rest = `${status} ${others(shape)}`.trim();
  const matches =
    rest === '' ? '' : `and (select true ${rest} from posts p where p.project_id = ${project} and p.id = t.post_id)`;
  const by = (row: string) => `${row}.at${order.direction}, ${row}.id${order.direction}`;
  return `select p.* from (
      select distinct c.at, c.id from (${accounts(shape, project)}) a(id), lateral (
        select distinct t.${order.ofTarget} as at, t.post_id as id from targets t
        where t.project_id = ${project} and t.account_id = a.id ${range(shape, { at: `t.${order.ofTarget}`, id: 't.post_id' })} ${matches}
        order by 1${order.direction}, 2${order.direction} limit ${limit} + ${offset}) c
      order by ${by('c')} limit ${limit} offset ${offset}) k
    join posts p on p.project_id = ${project} and p.id = k.id
    order by ${by('k')}`;
}

function accounts({ filter, value }: Shape, project: string): string {
  const { platform, accountId, profileId } = filter;
  return `select a.id from accounts a where a.project_id = ${project}
    ${accountId === null ? '' : `and a.id = ${value(accountId, 'uuid')}`}
    ${platform === null ? '' : `and a.platform = ${value(platform, 'text')}`}
    ${profileId === null ? '' : `and a.profile_id = ${value(profileId, 'text')}`}`;
}

/** Conditions for the requested part of the order, on the columns of its index. */
function range({ filter, order, value }: Shape, { at, id }: { readonly at: string; readonly id: string }): string {
  const [from, to] =
    order.at === 'created_at'
      ? [filter.createdAfter, filter.createdBefore]
      : [filter.publishAfter, filter.publishBefore];
  return [
    order.at === 'publish_at' ? `and ${at} is not null` : '',
    filter.after &&
      `and (${at}, ${id}) ${order.isAfter} (${value(filter.after.at, 'timestamptz')}, ${value(filter.after.id, 'uuid')})`,
    from && `and ${at} > ${value(from, 'timestamptz')}`,
    to && `and ${at} < ${value(to, 'timestamptz')}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Conditions on the time that is not the order. */
function others({ filter, order, value }: Shape): string {
  const [at, from, to] =
    order.at === 'created_at'
      ? ['p.publish_at', filter.publishAfter, filter.publishBefore]
      : ['p.created_at', filter.createdAfter, filter.createdBefore];
  return [from && `and ${at} > ${value(from, 'timestamptz')}`, to && `and ${at} < ${value(to, 'timestamptz')}`]
    .filter(Boolean)
    .join(' ');
}
