import type { Account, Post, RequestedMedia } from '@fanfare/sdk';
import { nameInRow } from '../../accounts/names.ts';
import { Section } from '../../frame/page.tsx';
import styles from './content-section.module.css';

/** The content that was to be published. Targets with their own version are named. */
export function ContentSection({ post, accounts }: { readonly post: Post; readonly accounts: readonly Account[] }) {
  const own = post.targets.filter(({ requested }) => requested.content !== post.content);
  const media = post.targets[0]?.requested.mediaItems ?? [];
  return (
    <Section title="Content">
      {(post.content || own.length === 0) && <p className={styles.text}>{post.content || 'Without text.'}</p>}
      <MediaList media={media} />
      {own.map(({ id, platform, accountId, requested }) => (
        <div key={id} className={styles.version}>
          <h3>{nameInRow({ platform, accountId }, accounts)}</h3>
          <p className={styles.text}>{requested.content || 'Without text.'}</p>
        </div>
      ))}
    </Section>
  );
}

const NOUNS = { image: 'Image', video: 'Video', document: 'Document' } as const;

function MediaList({ media }: { readonly media: readonly RequestedMedia[] }) {
  if (media.length === 0) return null;
  return (
    <ul className={styles.media} aria-label="Media">
      {media.map(({ type, url, altText, title }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice.
        <li key={at}>
          <a href={url} target="_blank" rel="noreferrer">
            {NOUNS[type]} {at + 1}
          </a>
          : {type === 'document' ? title || 'named after its file' : altText || 'without alternative text'}
        </li>
      ))}
    </ul>
  );
}
