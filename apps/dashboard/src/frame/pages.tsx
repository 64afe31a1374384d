import { ButtonLink } from '../parts/button.tsx';
import styles from './pages.module.css';

type Props = {
  /** The position in the list; empty for its start. */
  readonly cursor: string;
  readonly nextCursor: string | null;
  /** The address of the list at a position. */
  readonly addressOf: (cursor: string) => string;
  readonly back?: string;
  readonly next?: string;
};

/** Links through a list. The address has the position, for reload, back and colleagues. */
export function Pages({ cursor, nextCursor, addressOf, back = 'Back to the start', next = 'Next page' }: Props) {
  if (cursor === '' && nextCursor === null) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      {cursor === '' ? <span /> : <ButtonLink href={addressOf('')}>{back}</ButtonLink>}
      {nextCursor !== null && <ButtonLink href={addressOf(nextCursor)}>{next}</ButtonLink>}
    </nav>
  );
}
