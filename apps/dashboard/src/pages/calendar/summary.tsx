import { Link } from 'wouter';
import { addressOf, type CalendarState } from './calendar-state.ts';
import { type Day, dayOf, suggestedAt } from './days.ts';
import type { CalendarPosts } from './queries.ts';
import styles from './summary.module.css';

type Props = {
  readonly state: CalendarState;
  readonly name: string;
  readonly days: readonly Day[];
  /** Undefined while they are read. */
  readonly posts: CalendarPosts | undefined;
  readonly hasFailed: boolean;
};

/** The number of posts, or the next step where there is none. The height never changes. */
export function Summary({ state, name, days, posts, hasFailed }: Props) {
  return (
    <p className={styles.summary} role="status">
      {posts ? (
        <Words state={state} name={name} days={days} posts={posts} />
      ) : (
        !hasFailed && <span className={styles.loading}>Loading posts</span>
      )}
    </p>
  );
}

function Words({
  state,
  name,
  days,
  posts: { posts, isCut },
}: Omit<Props, 'posts' | 'hasFailed'> & { readonly posts: CalendarPosts }) {
  if (isCut)
    return `The first ${posts.length.toLocaleString('en')} posts are shown. Choose a week or an account to see all.`;
  if (posts.length > 0) return countOf(posts.length);
  if (state.platform !== '' || state.accountId !== '')
    return (
      <>
        No post matches these filters.{' '}
        <Link href={addressOf({ ...state, platform: '', accountId: '' })}>Show all posts</Link>
      </>
    );
  const now = new Date();
  const today = dayOf(now);
  // In a month, days of the neighbours are shown as well.
  const own = state.view === 'month' ? days.filter((day) => day.slice(0, 7) === state.day.slice(0, 7)) : days;
  const next = state.day >= today ? state.day : own.find((day) => day >= today);
  if (next === undefined)
    return (
      <>
        Nothing was scheduled in {name}. <Link href={addressOf({ ...state, day: today })}>Go to today</Link>
      </>
    );
  return (
    <>
      Nothing is scheduled in {name}.{' '}
      <Link href={`/compose?at=${suggestedAt(next, now).toISOString()}`}>Schedule a post</Link>
    </>
  );
}

const countOf = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'post' : 'posts'}`;
