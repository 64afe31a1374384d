import type { MediaItem } from '@fanfare/contract';
import styles from './document-card.module.css';

/** A document as a page that readers turn, with its title. */
export function DocumentCard({ item: { url, title } }: { readonly item: MediaItem }) {
  const name = fileName(url);
  const kind = /\.(\w{3,4})$/.exec(name)?.[1]?.toUpperCase();
  return (
    <figure className={styles.card} aria-label="Document">
      <figcaption className={styles.head}>
        <strong dir="auto">{title ?? name}</strong>
        {kind && <span className={styles.kind}>{kind}</span>}
      </figcaption>
      <div className={styles.page} aria-hidden="true">
        {Array.from({ length: 9 }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a drawn page.
          <span key={line} />
        ))}
      </div>
    </figure>
  );
}

const fileName = (url: string): string => {
  const last = new URL(url).pathname.split('/').findLast(Boolean) ?? '';
  try {
    return decodeURIComponent(last) || 'Document';
  } catch {
    return last;
  }
};
