import type { ReactNode } from 'react';
import styles from './empty.module.css';

/** Where a list is empty: why, and what to do first. */
export function Empty({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}
