import { splitTitle } from '@fanfare/hub-wordpress/rules';
import { Badge } from '../../../parts/badge.tsx';
import type { NetworkPreview, PreviewProps } from './network-preview.ts';
import styles from './parts/article.module.css';
import frame from './parts/frame.module.css';
import { Collage, Single } from './parts/media.tsx';
import { PreviewText } from './parts/preview-text.tsx';

export const wordpressPreview: NetworkPreview = {
  View: WordPress,
  draws: ['title', 'excerpt', 'categories', 'tags', 'featuredImage', 'status', 'slug'].map(
    (name) => `wordpress.${name}`,
  ),
};

/** The page of a post: title, featured image, text, pictures, and where the site files it. */
function WordPress({ composed: { draft, options }, account, username, time }: PreviewProps) {
  const { excerpt, categories = [], tags = [], featuredImage, status, slug, ...own } = options.wordpress ?? {};
  const plain = draft.content.trim();
  const { title, body } = own.title === undefined ? splitTitle(plain) : { title: own.title, body: plain };
  const featured = featuredImage === undefined ? undefined : draft.media[featuredImage];
  const inText = draft.media.filter((item) => item !== featured);
  return (
    <article className={frame.post} aria-label="Preview on WordPress">
      {(slug ?? status) && (
        <p className={styles.head}>
          {slug && (
            <span className={frame.small}>
              {account?.hub ? new URL(account.hub.url).host : ''}/…/{slug}
            </span>
          )}
          {status === 'pending' && <Badge tone="warn">Pending review</Badge>}
        </p>
      )}
      {title !== '' && (
        <p className={styles.title} dir="auto">
          {title}
        </p>
      )}
      <p className={frame.small}>
        {[draft.spaceSlug ?? account?.hub?.defaultSpaceSlug ?? 'Default space', ...categories].join(', ')} ·{' '}
        <bdi>{username}</bdi> · {time}
      </p>
      {featured && <Single item={featured} shape="natural" />}
      <PreviewText text={body} lines={12} more="Read more" isLarge />
      {inText.length === 1 && <Single item={inText[0]!} shape="natural" />}
      {inText.length > 1 && <Collage media={inText} />}
      {excerpt && (
        <p className={styles.excerpt} dir="auto">
          <span className={frame.small}>In lists:</span> {excerpt}
        </p>
      )}
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
    </article>
  );
}
