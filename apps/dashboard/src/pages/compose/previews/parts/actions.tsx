import styles from './frame.module.css';

/** Marks of the actions that a reader has. */
export const Actions = ({ names }: { readonly names: readonly string[] }) => (
  <div className={styles.actions} aria-hidden="true">
    {names.map((name) => (
      <span key={name}>{name}</span>
    ))}
  </div>
);
