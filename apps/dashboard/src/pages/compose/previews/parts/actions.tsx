import styles from './frame.module.css';

/** What a reader can do with a post, as marks. */
export const Actions = ({ names }: { readonly names: readonly string[] }) => (
  <div className={styles.actions} aria-hidden="true">
    {names.map((name) => (
      <span key={name}>{name}</span>
    ))}
  </div>
);
