import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './frame.module.css';

/** A small line with a sign, as networks have them above and below a post. */
export const Note = ({ icon: Icon, children }: { readonly icon: LucideIcon; readonly children: ReactNode }) => (
  <p className={styles.note}>
    <Icon aria-hidden />
    <span dir="auto">{children}</span>
  </p>
);
