import type { ReactNode } from 'react';
import styles from './cover.module.css';

type Props = { readonly title: string; readonly detail?: string; readonly children: ReactNode };

/** Media that readers see blurred until they decide to look. */
export const Cover = ({ title, detail, children }: Props) => (
  <div className={styles.cover}>
    <div className={styles.covered} inert>
      {children}
    </div>
    <p className={styles.words}>
      <strong>{title}</strong>
      {detail && <span>{detail}</span>}
    </p>
  </div>
);
