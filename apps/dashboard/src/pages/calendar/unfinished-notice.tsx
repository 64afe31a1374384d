import { ButtonLink } from '../../parts/button.tsx';
import styles from './left-over-notice.module.css';
import type { UnfinishedMove } from './queries.ts';

/** Leads to the draft of a move that stopped half-way, for as long as the draft is there. */
export const UnfinishedNotice = ({ move: { key, postId, preview } }: { readonly move: UnfinishedMove }) => (
  <section className={styles.notice} aria-label="Unfinished move">
    <h2 className={styles.title}>
      A move was not finished: {preview.trim() ? `“${preview.trim()}”` : 'a post without text'}
    </h2>
    <p>
      The post was cancelled, and its content and new time are kept as a draft. Open the draft to schedule it: there is
      never more than one new post.
    </p>
    <div className={styles.actions}>
      <ButtonLink kind="primary" href={`/compose?key=${key}`}>
        Open draft
      </ButtonLink>
      <ButtonLink href={`/posts/${postId}`}>Open post</ButtonLink>
    </div>
  </section>
);
