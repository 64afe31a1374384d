import { Share2 } from 'lucide-react';
import type { NetworkPreview, PreviewProps } from './network-preview.ts';
import styles from './parts/article.module.css';
import frame from './parts/frame.module.css';
import { Collage, Single } from './parts/media.tsx';
import { Note } from './parts/note.tsx';
import { PreviewText } from './parts/preview-text.tsx';

export const micropubPreview: NetworkPreview = {
  View: Micropub,
  draws: ['micropub.categories', 'micropub.syndicateTo'],
};

/** A note of a personal site, with its tags and the places that get a copy. */
function Micropub({ composed: { draft, options }, username, time }: PreviewProps) {
  const { categories = [], syndicateTo = [] } = options.micropub ?? {};
  return (
    <article className={frame.post} aria-label="Preview on Micropub">
      <p className={frame.small}>
        {draft.spaceSlug ?? 'Default space'} · <bdi>{username}</bdi> · {time}
      </p>
      <PreviewText text={draft.content} lines={12} more="Read more" isLarge />
      {draft.media.length === 1 && <Single item={draft.media[0]!} shape="natural" />}
      {draft.media.length > 1 && <Collage media={draft.media} />}
      {categories.length > 0 && (
        <ul className={styles.tags} aria-label="Tags">
          {categories.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
      {syndicateTo.length > 0 && <Note icon={Share2}>Copies to {syndicateTo.join(', ')}</Note>}
    </article>
  );
}
