import type { WebhookTested } from '@fanfare/sdk';
import { Code } from '../../frame/code.tsx';
import styles from './answer.module.css';

type Props = { readonly answer: Pick<WebhookTested, 'status' | 'durationMs' | 'error' | 'response'> };

/** The answer of a receiver to one attempt: status, duration, and the start of the body. */
export function Answer({ answer: { status, durationMs, error, response } }: Props) {
  return (
    <div className={styles.answer}>
      <p>
        {status === null ? 'No answer' : `Status ${status}`} after {durationMs.toLocaleString('en')} ms
      </p>
      {error !== null && <p className={styles.error}>{messageOf(error)}</p>}
      {response === '' && <p className={styles.none}>The body of the answer is empty.</p>}
      {response === null && status !== null && (
        <p className={styles.none}>The body is not shown: the address is in the operator’s own network.</p>
      )}
      {response && <Code text={response} label="answer" wraps />}
    </div>
  );
}

/** An error without its code. */
export const messageOf = (error: string): string => error.replace(/^\w+: /, '');
