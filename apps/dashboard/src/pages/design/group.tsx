import type { ReactNode } from 'react';
import styles from './page.module.css';

export const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.group}>
    <h2>{title}</h2>
    {children}
  </section>
);

export const Row = ({ children }: { readonly children: ReactNode }) => <div className={styles.row}>{children}</div>;
