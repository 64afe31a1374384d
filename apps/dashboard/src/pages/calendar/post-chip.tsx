import type { Post } from '@fanfare/sdk';
import { CalendarClock, Copy, Ellipsis, ExternalLink, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { utcText } from '../../frame/local-time.ts';
import { Menu, MenuItem, MenuLabel, MenuLink } from '../../parts/menu.tsx';
import { usePostLinks } from '../../posts/post-links.ts';
import { lineOf } from '../../posts/post-text.ts';
import { statusOfPost } from '../../posts/status.tsx';
import { TargetsGlance } from '../../posts/targets-glance.tsx';
import styles from './post-chip.module.css';
import { clockTime, longTime } from './times.ts';

type Props = {
  readonly post: Post;
  readonly onDrag: (post: Post | null) => void;
  readonly onMove: () => void;
};

/** One post of a day. Scheduled ones are dragged to another day, or moved by the menu. */
export function PostChip({ post, onDrag, onMove }: Props) {
  const at = new Date(post.publishAt ?? post.createdAt);
  const { label, tone } = statusOfPost(post);
  const isScheduled = post.status === 'scheduled';
  return (
    <li className={styles.chip} data-tone={tone}>
      <Link
        href={`/posts/${post.id}`}
        className={styles.link}
        draggable={isScheduled}
        title={`${label} · ${utcText(at)}`}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          onDrag(post);
        }}
        onDragEnd={() => onDrag(null)}
      >
        <time dateTime={at.toISOString()} className={styles.time}>
          {clockTime(at)}
        </time>
        <span className="unseen">, {label}: </span>
        <span className={styles.text}>{lineOf(post)}</span>
      </Link>
      <div className={styles.targets}>
        <TargetsGlance post={post} />
      </div>
      <ChipMenu post={post} at={at} onMove={isScheduled ? onMove : null} />
    </li>
  );
}

type MenuProps = {
  readonly post: Post;
  readonly at: Date;
  /** Null where it cannot be moved. */
  readonly onMove: (() => void) | null;
};

/** Made when it is opened for the first time: a month may have hundreds of posts. */
function ChipMenu({ post, at, onMove }: MenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  const button = (
    <button
      type="button"
      className={styles.menu}
      aria-label={`Actions of the post at ${clockTime(at)}`}
      aria-haspopup="menu"
      onClick={() => setIsWanted(true)}
    >
      <Ellipsis aria-hidden />
    </button>
  );
  const { data } = usePostLinks(isWanted ? [post] : []);
  if (!isWanted) return button;
  const links = data?.get(post.id);
  return (
    <Menu openAtOnce trigger={button}>
      <MenuLabel>
        {longTime(at)}
        <br />
        {utcText(at)}
      </MenuLabel>
      <MenuLink icon={<ExternalLink aria-hidden />} href={`/posts/${post.id}`}>
        Open post
      </MenuLink>
      {links?.sentAgainFrom && (
        <MenuLink icon={<Undo2 aria-hidden />} href={`/posts/${links.sentAgainFrom}`}>
          Open first post
        </MenuLink>
      )}
      {links?.sentAgainAs.map((id) => (
        <MenuLink key={id} icon={<Redo2 aria-hidden />} href={`/posts/${id}`}>
          Open post sent again
        </MenuLink>
      ))}
      {onMove && (
        <MenuItem icon={<CalendarClock aria-hidden />} onSelect={onMove}>
          Move to…
        </MenuItem>
      )}
      <MenuLink icon={<Copy aria-hidden />} href={`/compose?from=${post.id}`}>
        Duplicate
      </MenuLink>
    </Menu>
  );
}
