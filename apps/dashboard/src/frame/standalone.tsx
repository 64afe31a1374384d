import type { ReactNode } from 'react';
import styles from './standalone.module.css';

/** A page without navigation, for when there is nothing to navigate. */
export function Standalone({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className={styles.standalone}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
