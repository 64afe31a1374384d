// biome-ignore-all lint/complexity/noThisInStatic: `instanceof` asks the class it is written with.
import type { FieldError, QuotaDetail, RequestErrorCode, RuleViolation } from './types.gen.ts';

/** A mark on errors of all copies of the SDK, so that `instanceof` works across builds. */
const KINDS = Symbol.for('@fanfare/sdk.error');

/**
 * Base class of every error that the SDK throws, except the reason of an aborted `signal`, and
 * `TypeError` for wrong arguments. The API key is never in its message, headers or cause.
 *
 * @example
 * try {
 *   await fanfare.posts.get('post_unknown');
 * } catch (error) {
 *   if (error instanceof FanfareError) console.log(error.message);
 *   // 404 not_found: There is no such post in this project.
 * }
 */
export class FanfareError extends Error {
  /** Name of the class; bundlers do not change it. */
  static readonly kind: string = 'FanfareError';

  /** Idempotency key of the request. The same request with it never publishes twice. */
  declare idempotencyKey?: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.kind;
  }

  /** @internal */
  get [KINDS](): string[] {
    const kinds: string[] = [];
    for (
      let type = this.constructor as Partial<typeof FanfareError> | null;
      type?.kind;
      type = Object.getPrototypeOf(type)
    )
      kinds.push(type.kind);
    return kinds;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (!Object.hasOwn(this, 'kind')) return Function.prototype[Symbol.hasInstance].call(this, value);
    const kinds: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, KINDS) : undefined;
    return Array.isArray(kinds) && kinds.includes(this.kind);
  }
}

/** The type of `details` under a code. */
export type ErrorDetails<Code extends string> = Code extends 'invalid_post'
  ? RuleViolation[]
  : Code extends 'quota_exceeded'
    ? QuotaDetail[]
    : Code extends RequestErrorCode
      ? FieldError[]
      : (RuleViolation | QuotaDetail | FieldError)[];

/** The parts of an error answer. */
export type ApiErrorParts<Code extends string> = {
  readonly status: number;
  readonly code: Code;
  readonly text: string;
  readonly requestId: string | null;
  readonly details: ErrorDetails<Code>;
  readonly docUrl: string | null;
  readonly headers: Headers;
  readonly retryAfterMs: number | null;
  readonly body?: unknown;
};

/**
 * An error answer. Each code has its own class; a code that only a newer server has is a plain
 * `FanfareApiError`.
 *
 * @example
 * try {
 *   await fanfare.posts.cancel(post.id);
 * } catch (error) {
 *   if (!(error instanceof FanfareApiError)) throw error;
 *   console.log(error.status, error.code); // 409 not_cancellable
 * }
 */
export class FanfareApiError<Code extends string = RequestErrorCode | (string & {})> extends FanfareError {
  static override readonly kind: string = 'FanfareApiError';

  /** HTTP status. */
  declare readonly status: number;
  /** Stable code; branch on it. */
  declare readonly code: Code;
  /** The value of `X-Request-Id`, for support. Null when the answer is not from Fanfare. */
  declare readonly requestId: string | null;
  /** All problems; empty when there is nothing to list. */
  declare readonly details: ErrorDetails<Code>;
  /** Page that explains the code and how to fix the problem. */
  declare readonly docUrl: string | null;
  /** Headers of the answer. */
  declare readonly headers: Headers;
  /** The wait that the server asks for, in milliseconds; null when it does not say. */
  declare readonly retryAfterMs: number | null;
  /** The body of the answer: parsed when it is JSON, otherwise its text. */
  declare readonly body: unknown;

  constructor({ text, ...fields }: ApiErrorParts<Code>) {
    super(`${fields.status} ${fields.code}: ${text}`);
    Object.assign(this, fields);
  }
}

/** An answer of something else: a redirect, a proxy’s page, or broken JSON. Check `baseUrl`. */
export class UnexpectedAnswerError extends FanfareApiError<'unexpected_answer'> {
  static override readonly kind: string = 'UnexpectedAnswerError';
}

/** No answer: the server cannot be reached, or the connection was lost. See `cause`. */
export class FanfareConnectionError extends FanfareError {
  static override readonly kind: string = 'FanfareConnectionError';

  /** Whether the server may have received the request. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, options: ErrorOptions & { mayHaveArrived?: boolean } = {}) {
    super(message, options);
    this.mayHaveArrived = options.mayHaveArrived ?? true;
  }
}

/** No answer within `timeoutMs`, or a post that did not settle in time. */
export class FanfareTimeoutError extends FanfareConnectionError {
  static override readonly kind: string = 'FanfareTimeoutError';
}
