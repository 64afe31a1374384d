import type { Post } from './post.ts';

/** An error answer, in words for the panel of n8n. */
export type Refusal = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Every detail, one a line. */
  readonly description: string;
  readonly body: unknown;
};

type ErrorBody = {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly details?: readonly { readonly path?: string; readonly message?: string; readonly rule?: string }[];
    readonly docUrl?: string;
    readonly requestId?: string;
  };
};

/** The words for an error answer. */
export function describeRefusal(status: number, body: unknown): Refusal {
  const error = (body as ErrorBody | null)?.error;
  if (typeof error?.code !== 'string') {
    const message = `The answer (${status}) is not one of Fanfare`;
    return { status, code: 'unexpected_answer', message, description: 'Check the base URL of the credentials.', body };
  }
  const { code, message = '', details = [], docUrl, requestId } = error;
  const lines = [
    ...details.map(
      ({ path, message: text, rule }) => `${path ? `${path}: ` : ''}${text ?? ''}${rule ? ` (${rule})` : ''}`,
    ),
    ...(docUrl ? [docUrl] : []),
    ...(requestId ? [`Request ${requestId}`] : []),
  ];
  return { status, code, message: `${code}: ${message}`, description: lines.join('\n'), body };
}

/** The words for a post with failed targets: each with its code, the reason and the remedy. */
export function describeFailedTargets(post: Post): { readonly message: string; readonly description: string } {
  const failed = post.targets.flatMap((target) => (target.status === 'failed' ? [target] : []));
  const published = post.targets.flatMap((target) => (target.status === 'published' ? [target] : []));
  const lines = [
    ...failed.map(({ platform, accountId, errorDetail }) => {
      const { code, message, remedy, retryable } = errorDetail;
      const again =
        code === 'outcome_unknown' ? 'It may be live: look at the account before you send it again.' : remedy;
      return `${platform} ${accountId}: ${code}: ${message} ${again}${retryable ? ' A retry can help.' : ''}`;
    }),
    ...published.map(({ platform, accountId, url }) => `${platform} ${accountId}: published${url ? ` ${url}` : ''}`),
  ];
  const message = `${failed.length} of ${post.targets.length} targets of ${post.id} failed: ${failed.map(({ platform, errorDetail }) => `${platform} ${errorDetail.code}`).join(', ')}`;
  return { message, description: lines.join('\n') };
}
