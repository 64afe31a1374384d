import styles from './waiting.module.css';

/** Takes the place of what is being read. It is seen after 300 ms only. `rows` is as many as the answer usually has, so that nothing moves. */
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
