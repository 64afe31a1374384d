import { useSyncExternalStore } from 'react';
import styles from './offline-banner.module.css';

function subscribe(onChange: () => void): () => void {
  for (const name of ['online', 'offline']) window.addEventListener(name, onChange);
  return () => {
    for (const name of ['online', 'offline']) window.removeEventListener(name, onChange);
  };
}

/** Shown while the browser is offline. Pages keep their data, and read again afterwards. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.banner}>You are offline. What you see may be old; it is read again once you are back.</p>
      )}
    </div>
  );
}
