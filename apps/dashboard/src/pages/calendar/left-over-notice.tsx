import type { Post } from '@fanfare/sdk';
import { useEffect, useRef } from 'react';
import { describeError } from '../../frame/problem.tsx';
import { RequestId } from '../../frame/request-id.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { useToast } from '../../parts/toast.tsx';
import styles from './left-over-notice.module.css';
import { sentenceOf } from './move-dialog.tsx';
import type { Moved } from './move-post.ts';
import { useMovePost } from './queries.ts';
import { longTime } from './times.ts';

/** A move that stopped half-way. */
export type LeftOver = {
  readonly post: Post;
  readonly at: Date;
  readonly moved: Extract<Moved, { readonly is: 'unsure' | 'left_over' }>;
};

type Props = {
  readonly left: LeftOver;
  readonly onChange: (left: LeftOver | null) => void;
};

/** Says what is there of a post whose move stopped half-way, and goes on with it. */
export function LeftOverNotice({ left, onChange }: Props) {
  const move = useMovePost();
  const showToast = useToast();
  const { post, at, moved } = left;
  const notice = useRef<HTMLElement>(null);
  // The day that was moved may be far below.
  useEffect(() => notice.current?.scrollIntoView({ block: 'center' }), []);
  const { message, requestId } = describeError(moved.error ?? move.error);
  const tryAgain = (): void =>
    move.mutate(
      { post, at, isRetry: true },
      {
        onSuccess: (next) => {
          if (next.is === 'moved') {
            onChange(null);
            showToast(sentenceOf(next));
          } else if (next.is === 'too_late') {
            onChange(null);
            showToast('The post is no longer scheduled: look at it before you send its draft.', 'bad');
          } else if (next.is === 'unchanged') {
            onChange(null);
            showToast('Nothing was changed: the post is scheduled as before.', 'bad');
          } else {
            // The cancel is certain, whatever another attempt returns.
            const is = moved.is === 'left_over' ? moved.is : next.is;
            onChange({ post, at, moved: { ...next, is } });
          }
        },
      },
    );
  return (
    <section ref={notice} className={styles.notice} role="alert">
      <h2 className={styles.title}>
        {moved.is === 'left_over'
          ? `The post was cancelled, and the new one for ${longTime(at)} could not be created`
          : 'The cancel was not confirmed: the post may be cancelled or not'}
      </h2>
      <p className={styles.error}>
        {message}
        {requestId !== null && <RequestId id={requestId} />}
      </p>
      <p>
        Its content is kept as a draft, so nothing is lost. Try again as often as you like: there is never more than one
        new post.
      </p>
      <div className={styles.actions}>
        <Button kind="primary" busy={move.isPending} onClick={tryAgain}>
          Try again
        </Button>
        {moved.is === 'left_over' ? (
          <ButtonLink href={`/compose?key=${moved.key}`}>Open draft</ButtonLink>
        ) : (
          <ButtonLink href={`/posts/${post.id}`}>Look at the post</ButtonLink>
        )}
      </div>
    </section>
  );
}
