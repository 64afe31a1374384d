import styles from './frame.module.css';

/** The place of a post that this one quotes or reshares. Only the network knows its content. */
export const Quoted = ({ id }: { readonly id: string }) => (
  <div className={styles.quoted}>
    <p className={styles.small}>Quoted post</p>
    <p>{id}</p>
  </div>
);
