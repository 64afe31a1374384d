import type { Post } from '@fanfare/sdk';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { addressOf, readState } from './calendar-state.ts';
import { clockChange, type Day, dayOf, longDay, suggestedAt, type View } from './days.ts';
import styles from './grid.module.css';
import { PostChip } from './post-chip.tsx';

type Props = {
  readonly day: Day;
  readonly today: Day;
  readonly view: View;
  /** A day of the month before or after. */
  readonly isOutside: boolean;
  readonly isTabStop: boolean;
  readonly posts: readonly Post[];
  readonly dragged: Post | null;
  readonly onDrag: (post: Post | null) => void;
  readonly onMove: (post: Post, day: Day | null) => void;
};

/** As many as fit into a day of a month. */
const SHOWN_IN_MONTH = 3;

/** One day: a link that composes for it, and its posts. Scheduled posts are dropped here. */
export function DayCell({ day, today, view, isOutside, isTabStop, posts, dragged, onDrag, onMove }: Props) {
  const [parameters] = useSearchParams();
  const [isOver, setIsOver] = useState(false);
  const isPast = day < today;
  const takes = dragged?.publishAt != null && !isPast && dayOf(new Date(dragged.publishAt)) !== day;
  const change = clockChange(day);
  const week = addressOf({ ...readState(parameters, today), view: 'week', day });
  const more = view === 'month' ? posts.length - SHOWN_IN_MONTH : 0;
  const name = longDay(day);
  return (
    <td
      role="gridcell"
      className={styles.day}
      data-outside={isOutside || undefined}
      data-past={isPast || undefined}
      data-today={day === today || undefined}
      data-empty={posts.length === 0 || undefined}
      data-over={(isOver && takes) || undefined}
      onDragOver={(event) => {
        if (!takes) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        if (takes && dragged) onMove(dragged, day);
        onDrag(null);
      }}
    >
      <div className={styles.cell}>
        <Link
          href={isPast ? week : `/compose?at=${suggestedAt(day, new Date()).toISOString()}`}
          className={styles.date}
          data-day={day}
          tabIndex={isTabStop ? 0 : -1}
          aria-current={day === today ? 'date' : undefined}
          aria-label={`${name}, ${countOf(posts.length)}${change ? `, ${change.toLowerCase()}` : ''}. ${isPast ? 'Show this week' : 'Compose'}`}
        >
          <span className={styles.number}>{Number(day.slice(8))}</span>
          <span className={styles.name}>{name}</span>
          {change && (
            <span className={styles.change} title={change}>
              {change}
            </span>
          )}
          {!isPast && <Plus aria-hidden className={styles.plus} />}
        </Link>
        {posts.length > 0 && (
          <ul className={styles.posts} aria-label={name}>
            {posts.map((post) => (
              <PostChip key={post.id} post={post} onDrag={onDrag} onMove={() => onMove(post, null)} />
            ))}
          </ul>
        )}
        {more > 0 && (
          <Link href={week} className={styles.more} aria-label={`${more} more on ${name}`}>
            {more} more
          </Link>
        )}
      </div>
    </td>
  );
}

const countOf = (count: number): string => (count === 0 ? 'no posts' : count === 1 ? '1 post' : `${count} posts`);
