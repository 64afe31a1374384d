import type { Post } from '@fanfare/sdk';
import { useState } from 'react';
import { readFutureTime, toLocalText } from '../../frame/local-time.ts';
import { LocalTimeField } from '../../frame/local-time-field.tsx';
import { Problem } from '../../frame/problem.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { lineOf } from '../../posts/post-text.ts';
import type { LeftOver } from './left-over-notice.tsx';
import styles from './move-dialog.module.css';
import { useMovePost } from './queries.ts';
import { longTime } from './times.ts';

/** A post that somebody is about to move, and the time that its place suggests. */
export type Moving = { readonly post: Post; readonly to: string };

type Props = {
  readonly moving: Moving;
  readonly onClose: () => void;
  readonly onLeftOver: (left: LeftOver) => void;
};

/** Says what a move is, and takes the new time. */
export function MoveDialog({ moving: { post, to }, onClose, onLeftOver }: Props) {
  const move = useMovePost();
  const showToast = useToast();
  const [text, setText] = useState(to);
  const [now, setNow] = useState(() => new Date());
  const time = readFutureTime(text, now);
  const isSame = post.publishAt !== null && text === toLocalText(new Date(post.publishAt));
  const isReady = 'at' in time && !isSame;
  const submit = (): void => {
    const pressedAt = new Date();
    setNow(pressedAt);
    const chosen = readFutureTime(text, pressedAt);
    if (!('at' in chosen) || isSame || move.isPending) return;
    move.mutate(
      { post, at: chosen.at, isRetry: false },
      {
        onSuccess: (moved) => {
          if (moved.is === 'moved') {
            onClose();
            showToast(sentenceOf(moved));
          } else if (moved.is === 'unsure' || moved.is === 'left_over') {
            onClose();
            onLeftOver({ post, at: chosen.at, moved });
          }
        },
      },
    );
  };
  const outcome = move.data;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Move this post?"
      description="It is cancelled, and created again for the new time under a new key, so it gets a new id. Its content is kept as a draft until the new post exists."
      confirm="Move post"
      kind="primary"
      busy={move.isPending}
      disabled={!isReady}
      onConfirm={submit}
    >
      <p className={styles.post}>{lineOf(post)}</p>
      {post.publishAt !== null && <p>Now scheduled for {longTime(new Date(post.publishAt))}.</p>}
      <LocalTimeField
        label="New date and time"
        text={text}
        time={time}
        onChange={(next) => {
          setNow(new Date());
          setText(next);
        }}
      />
      {outcome?.is === 'unchanged' && (
        <div>
          <p>Nothing was changed: the post is scheduled as before.</p>
          <Problem error={outcome.error} />
        </div>
      )}
      {outcome?.is === 'too_late' && (
        <div className={styles.late} role="alert">
          <p>
            The post is no longer scheduled, so it was not moved: it was published, or somebody cancelled or moved it.
          </p>
          <ButtonLink size="small" href={`/posts/${post.id}`}>
            Open post
          </ButtonLink>
        </div>
      )}
      {move.error && <Problem error={move.error} />}
    </ConfirmDialog>
  );
}

/** The sentence after a move. */
export function sentenceOf({
  post,
  wasMovedBefore,
}: {
  readonly post: Post;
  readonly wasMovedBefore: boolean;
}): string {
  const at = post.publishAt === null ? '' : longTime(new Date(post.publishAt));
  return wasMovedBefore ? `The post had been moved already, to ${at}.` : `The post is moved to ${at}.`;
}
