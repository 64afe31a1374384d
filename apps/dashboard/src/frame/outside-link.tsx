import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './outside-link.module.css';

/** A link to a page of somebody else, in a new tab. */
export function OutsideLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={styles.link}>
      {children}
      <ExternalLink aria-hidden />
      <span className="unseen"> (in a new tab)</span>
    </a>
  );
}
