import styles from './shell.module.css';

/** The frame of the page while the session is read. */
export const ShellWaiting = () => (
  <div className={styles.shell} role="status">
    <h1 className="unseen">Loading</h1>
    <div className={styles.side} />
    <div className={styles.content}>
      <div className={styles.main} />
    </div>
  </div>
);
