import type { ComposedTarget } from '../../judge.ts';
import { durationWords } from './duration-words.ts';
import styles from './frame.module.css';
import { cutAt } from './preview-text.tsx';

const MAX_SHOWN = 300;

type Props = { readonly composed: ComposedTarget; readonly username: string };

/**
 * The comments of the author below the post: the first one, and those that come at once or later.
 */
export function Comments({ composed: { draft, options }, username }: Props) {
  const comments = [
    ...(draft.firstComment === null ? [] : [{ content: draft.firstComment, afterSeconds: 0 }]),
    ...(options.firstComments ?? []),
  ];
  return comments.map(({ content, afterSeconds = 0 }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a comment is what stands at its place.
    <p key={i} className={styles.comment} dir="auto">
      {/* In `bdi` the name does not decide the direction of the comment. */}
      <bdi className={styles.name}>{username}</bdi> {cutAt(content, MAX_SHOWN)}
      {afterSeconds > 0 && <span className={styles.after}>{durationWords(afterSeconds)} after the post</span>}
    </p>
  ));
}
