import type { ReactNode } from 'react';
import styles from './standalone.module.css';

type Props = {
  readonly title: string;
  /** It stands in place of a page, within the navigation. */
  readonly isWithinShell?: boolean;
  readonly children: ReactNode;
};

/** A few words in place of everything else, for when there is nothing to show. */
export function Standalone({ title, isWithinShell = false, children }: Props) {
  const Element = isWithinShell ? 'div' : 'main';
  return (
    <Element className={styles.standalone}>
      <h1>{title}</h1>
      {children}
    </Element>
  );
}
