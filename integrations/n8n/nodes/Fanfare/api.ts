import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  type IHttpRequestOptions,
  type ILoadOptionsFunctions,
  type IN8nHttpFullResponse,
  type JsonObject,
  NodeApiError,
  sleep,
} from 'n8n-workflow';
import { describeRefusal } from './describe-failure.ts';
import { isPassing, retryAfterMs } from './retry-rules.ts';

/** The functions of n8n that a request needs. */
export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

/** A request to one route of the API. */
export type Call = {
  readonly method: IHttpRequestMethods;
  /** Below /api/v1, such as `/posts`. */
  readonly path: string;
  readonly query?: IDataObject;
  readonly body?: IDataObject | Buffer;
  readonly idempotencyKey?: string;
  /** Not idempotent: sent again only when the server certainly did nothing. */
  readonly onlyOnce?: boolean;
  readonly timeoutMs?: number;
  readonly itemIndex?: number;
};

/** An answer of the API. */
export type Answer<T> = {
  readonly data: T;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The number of times that the request was sent. */
  readonly attempts: number;
};

const MOST_RETRIES = 3;
const LONGEST_WAIT_MS = 60_000;

/** The address of the credentials, without a slash at its end. */
export const addressOf = (baseUrl: unknown): string => String(baseUrl).replace(/(\/api\/v1)?\/*$/, '');

/** One part of a path. */
export const part = (value: string): string => encodeURIComponent(value).replace(/^\.{1,2}$/, '_');

/**
 * Sends a request and returns its answer. After a lost answer, 429 or a server error it is sent
 * again with the same key. Throws `NodeApiError` with the code and every detail.
 */
export async function send<T>(context: Context, call: Call): Promise<Answer<T>> {
  const { baseUrl } = await context.getCredentials('fanfareApi');
  const isBytes = Buffer.isBuffer(call.body);
  const options: IHttpRequestOptions = {
    method: call.method,
    url: `${addressOf(baseUrl)}/api/v1${call.path}`,
    headers: {
      Accept: 'application/json',
      ...(isBytes && { 'Content-Type': 'application/octet-stream' }),
      ...(call.idempotencyKey !== undefined && { 'Idempotency-Key': call.idempotencyKey }),
    },
    ...(call.query && { qs: call.query }),
    ...(call.body !== undefined && { body: call.body }),
    json: !isBytes,
    timeout: call.timeoutMs ?? 60_000,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    // A redirect would receive the API key.
    disableFollowRedirect: true,
  };
  for (let attempts = 1; ; attempts++) {
    const received = await attempt(context, options);
    if ('answer' in received && received.answer.statusCode < 300) {
      const { body, headers } = received.answer;
      return { data: toJson(body) as T, headers, attempts };
    }
    const refusal =
      'answer' in received ? describeRefusal(received.answer.statusCode, toJson(received.answer.body)) : null;
    const again = refusal
      ? isPassing(refusal.status, refusal.code) && (!call.onlyOnce || refusal.status === 429)
      : !call.onlyOnce;
    const waitMs = retryAfterMs('answer' in received ? received.answer.headers : {}, attempts);
    if (!again || attempts > MOST_RETRIES || waitMs > LONGEST_WAIT_MS) {
      const at = call.itemIndex === undefined ? {} : { itemIndex: call.itemIndex };
      if (refusal) {
        const { message, description, status } = refusal;
        throw new NodeApiError(context.getNode(), toJson(refusal.body) as JsonObject, {
          ...at,
          message,
          description,
          httpCode: String(status),
        });
      }
      throw new NodeApiError(context.getNode(), { message: 'No answer' }, { ...at, ...lost(received, call) });
    }
    await sleep(waitMs);
  }
}

const lost = (received: Received, { idempotencyKey }: Call) => ({
  message: `Fanfare did not answer: ${'error' in received ? received.error.message : ''}`,
  description: idempotencyKey
    ? `It is not known whether the post was made. Run the node again with the idempotency key ${idempotencyKey}: nothing is published twice.`
    : 'Check the base URL of the credentials.',
});

type Received = { readonly answer: IN8nHttpFullResponse } | { readonly error: Error };

async function attempt(context: Context, options: IHttpRequestOptions): Promise<Received> {
  try {
    return { answer: await context.helpers.httpRequestWithAuthentication.call(context, 'fanfareApi', options) };
  } catch (error) {
    return { error: error as Error };
  }
}

/** A body: n8n parses JSON only when it was asked for. */
function toJson(body: unknown): unknown {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return body;
  try {
    return JSON.parse(body.toString());
  } catch {
    return { text: body.toString().slice(0, 200) };
  }
}
