import styles from './frame.module.css';

/** The first letter of a name in the place of a picture. */
export const Avatar = ({ username, isSquare = false }: { readonly username: string; readonly isSquare?: boolean }) => (
  <span className={styles.avatar} data-square={isSquare || undefined} aria-hidden="true">
    {[...username][0]?.toUpperCase()}
  </span>
);
