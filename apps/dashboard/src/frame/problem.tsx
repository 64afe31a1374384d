import { Button } from '../parts/button.tsx';
import { sentenceOf } from './error-words.ts';
import styles from './problem.module.css';
import { RequestId } from './request-id.tsx';

/** What an error of the SDK, of `/app/api` or of the page itself says. */
export function describeError(error: unknown): { readonly message: string; readonly requestId: string | null } {
  const facts = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const requestId = typeof facts.requestId === 'string' ? facts.requestId : null;
  return { message: sentenceOf(error), requestId };
}

/** Says what went wrong and what to do next, in place of what could not be shown. */
export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const { message, requestId } = describeError(error);
  // Only a page that was opened anew has the token of another session, and another role.
  const isOutdated = error instanceof Error && 'code' in error && error.code === 'forbidden';
  return (
    <div className={styles.problem} role="alert">
      <p>{message}</p>
      {requestId && <RequestId id={requestId} />}
      {isOutdated && (
        <Button size="small" onClick={() => location.reload()}>
          Reload page
        </Button>
      )}
      {retry && !isOutdated && (
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}
