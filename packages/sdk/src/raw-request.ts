import { AnswerPromise } from './answer-promise.ts';
import type { RequestOptions } from './options.ts';
import { withKey } from './publish.ts';
import type { Call, Send } from './transport.ts';

/** The values that `fanfare.request` sends besides method and path. */
export type RawRequestOptions = RequestOptions & {
  /** Parameters of the query; `undefined` and null are left out, a `Date` is ISO 8601. */
  query?: object;
  /** Sent as JSON. */
  body?: unknown;
  /** The `Idempotency-Key` of the request. A `POST` without one gets a new key. */
  idempotencyKey?: string;
};

type KeyInBody = { idempotencyKey?: string } | undefined;

/** Sends any request below `/api/v1`, a `POST` with a key; `path` cannot leave it. */
export function rawRequest<T>(
  send: Send,
  call: Pick<Call, 'method'> & { readonly path: string; readonly newKey: () => string },
  { query, body, idempotencyKey, ...options }: RawRequestOptions,
): AnswerPromise<T> {
  const { method, path, newKey } = call;
  const key = idempotencyKey ?? (body as KeyInBody)?.idempotencyKey ?? (method === 'POST' ? newKey() : undefined);
  if (key) options.headers = { ...options.headers, 'Idempotency-Key': key };
  return new AnswerPromise(
    withKey(key, async () => {
      if (!/^(\/(?!(\.|%2e){1,2}(\/|$))[^\s/?#\\]+)+$/i.test(path))
        throw new TypeError(`${JSON.stringify(path)} is not a path.`);
      return send<T>({ method, path: path.replace(/^\/api\/v1\b/, ''), query, body, options });
    }),
  );
}
