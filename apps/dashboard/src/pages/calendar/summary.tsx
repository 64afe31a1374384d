import { Link } from 'wouter';
import { type Day, dayOf, suggestedAt } from './days.ts';
import { addressOf, type Place } from './place.ts';
import type { CalendarPosts } from './queries.ts';
import styles from './summary.module.css';

type Props = {
  readonly place: Place;
  readonly name: string;
  readonly days: readonly Day[];
  /** Undefined while they are read. */
  readonly posts: CalendarPosts | undefined;
  readonly hasFailed: boolean;
};

/** How many posts are shown, or what to do where there is none. As high in each state, so that nothing moves. */
export function Summary({ place, name, days, posts, hasFailed }: Props) {
  return (
    <p className={styles.summary} role="status">
      {posts ? (
        <Words place={place} name={name} days={days} posts={posts} />
      ) : (
        !hasFailed && <span className={styles.loading}>Loading posts</span>
      )}
    </p>
  );
}

function Words({
  place,
  name,
  days,
  posts: { posts, isCut },
}: Omit<Props, 'posts' | 'hasFailed'> & { readonly posts: CalendarPosts }) {
  if (isCut)
    return `The first ${posts.length.toLocaleString('en')} posts are shown. Choose a week or an account to see all.`;
  if (posts.length > 0) return countOf(posts.length);
  if (place.platform !== '' || place.accountId !== '')
    return (
      <>
        No post matches these filters.{' '}
        <Link href={addressOf({ ...place, platform: '', accountId: '' })}>Show all posts</Link>
      </>
    );
  const now = new Date();
  const today = dayOf(now);
  // In a month, days of the neighbours are shown as well.
  const own = place.view === 'month' ? days.filter((day) => day.slice(0, 7) === place.day.slice(0, 7)) : days;
  const next = place.day >= today ? place.day : own.find((day) => day >= today);
  if (next === undefined)
    return (
      <>
        Nothing was scheduled in {name}. <Link href={addressOf({ ...place, day: today })}>Go to today</Link>
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
