import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** `unsure` is for `outcome_unknown` alone: it is no failure. */
export type Tone = 'good' | 'bad' | 'warn' | 'unsure' | 'plan' | 'plain';

/** A state in one or two words. Its mark differs by tone, as its colour does. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
        {MARKS[tone]}
      </svg>
      {children}
    </span>
  );
}

const MARKS: Readonly<Record<Tone, ReactNode>> = {
  good: (
    <path
      d="M1.5 5.2 4 7.6l4.5-5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  bad: <path d="m2 2 6 6m0-6-6 6" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />,
  warn: <path d="M5 1 9.5 9h-9Z" fill="currentColor" />,
  unsure: (
    <path d="M5 .8 9.2 5 5 9.2.8 5Z" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" />
  ),
  plan: <circle cx="5" cy="5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  plain: <circle cx="5" cy="5" r="3" fill="currentColor" />,
};
