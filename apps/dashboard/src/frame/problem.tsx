import { Button, ButtonLink } from '../parts/button.tsx';
import { sentenceOf } from './error-words.ts';
import styles from './problem.module.css';
import { RequestId } from './request-id.tsx';

/** Describes an error of the SDK, of `/app/api` or of the page itself. */
export function describeError(error: unknown): { readonly message: string; readonly requestId: string | null } {
  const facts = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const requestId = typeof facts.requestId === 'string' ? facts.requestId : null;
  return { message: sentenceOf(error), requestId };
}

type Props = {
  readonly error: unknown;
  readonly retry?: () => void;
  /** The list of which this is one: offered instead of another try when there is no such thing. */
  readonly list?: { readonly href: string; readonly label: string };
};

/** Says what went wrong and what to do next, in place of what could not be shown. */
export function Problem({ error, retry, list }: Props) {
  const { message, requestId } = describeError(error);
  // Only a page that was opened anew has the token of another session, and another role.
  const isOutdated = isCode(error, 'forbidden');
  const wayBack = isCode(error, 'not_found') ? list : undefined;
  return (
    <div className={styles.problem} role="alert">
      <p>{message}</p>
      {requestId && <RequestId id={requestId} />}
      {isOutdated && (
        <Button size="small" onClick={() => location.reload()}>
          Reload page
        </Button>
      )}
      {wayBack && (
        <ButtonLink size="small" href={wayBack.href}>
          {wayBack.label}
        </ButtonLink>
      )}
      {retry && !isOutdated && !wayBack && (
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
