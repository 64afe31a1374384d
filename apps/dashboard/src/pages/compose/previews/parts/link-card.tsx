import styles from './link-card.module.css';

/** The place of a link's card. Title and picture are read when the post is published. */
export function LinkCard({ link, isFlush = false }: { readonly link: string; readonly isFlush?: boolean }) {
  const { hostname, pathname } = new URL(link);
  return (
    <div className={styles.card} data-flush={isFlush || undefined}>
      <div className={styles.cardPicture} aria-hidden="true" />
      <div className={styles.cardText}>
        <strong>Title of the page</strong>
        <span className={styles.site}>
          {hostname}
          {pathname === '/' ? '' : pathname.slice(0, 40)}
        </span>
      </div>
    </div>
  );
}
