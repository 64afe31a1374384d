import styles from './waiting.module.css';

/** A placeholder, seen after 300 ms. `rows` is the usual number, so that nothing moves. */
export function Waiting({ rows = 4 }: { readonly rows?: number }) {
  return (
    <div className={styles.waiting} role="status">
      <span className="unseen">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <div key={row} className={styles.row} />
      ))}
    </div>
  );
}
