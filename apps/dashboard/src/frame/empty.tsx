import type { ReactNode } from 'react';
import styles from './empty.module.css';

/** An empty list: the reason, and the first step. */
export function Empty({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}
