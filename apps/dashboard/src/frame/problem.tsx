import { Button } from '../parts/button.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './problem.module.css';

/** What an error of the SDK, of `/app/api` or of the page itself says. */
export function describeError(error: unknown): { readonly message: string; readonly requestId: string | null } {
  const facts = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const requestId = typeof facts.requestId === 'string' ? facts.requestId : null;
  // fetch rejects with a TypeError when nothing answers; its words differ by browser.
  if (error instanceof TypeError && requestId === null && /fetch|network|load failed/i.test(error.message))
    return { message: 'The server cannot be reached. Check your connection, then try again.', requestId };
  return { message: error instanceof Error ? error.message : 'Something unexpected happened.', requestId };
}

/** Says what went wrong and what to do next, in place of what could not be shown. */
export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const { message, requestId } = describeError(error);
  return (
    <div className={styles.problem} role="alert">
      <p>{message}</p>
      {requestId && (
        <p className={styles.request}>
          Request <code>{requestId}</code> <CopyButton text={requestId} label="Copy request id" />
        </p>
      )}
      {retry && (
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}
