import type { Readable } from 'node:stream';
import { type Clock, isOwnMistake, trustedAgent } from '@fanfare/network';
import { AwsV4Signer } from 'aws4fetch';
import { bucketAddress, type S3Settings } from '../../../config/s3-settings.ts';
import { StoreUnavailable } from '../media-store.ts';
import { isPassing, S3Refused, unreachable } from './s3-failure.ts';
import { xmlText } from './xml-texts.ts';

/** Bytes of a request, which may be sent again. */
export type S3Body = Uint8Array | { size(): number; stream(): Readable };

export type S3Call = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE' | 'OPTIONS';
  /** Name of an object; undefined for the bucket. */
  readonly object?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
  readonly signal?: AbortSignal;
};

export type S3Answer = {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: Readable & { text(): Promise<string> };
};

export type S3Requests = {
  /** Sends a request. Throws S3Refused for another status than those expected. */
  send(call: S3Call, expected: readonly number[]): Promise<S3Answer>;
  /** The same, for an answer that is read whole. Some answers are errors with status 200. */
  sendForText(call: S3Call, expected?: readonly number[]): Promise<{ readonly status: number; readonly text: string }>;
  close(): Promise<void>;
};

type Deps = { readonly settings: S3Settings; readonly clock: Pick<Clock, 'now' | 'sleep'> };

/** Longest wait for an answer: joining a large file takes a while. */
const ANSWER_MS = 60_000;
/** Waits before a request is repeated. All of them may be sent twice. */
const REPEAT_AFTER_MS = [200, 1_000];

/** Signed requests to the bucket. */
export function createS3Requests({ settings, clock }: Deps): S3Requests {
  const agent = trustedAgent(bucketAddress(settings).origin, { answerMs: ANSWER_MS });

  const once = async (call: S3Call): Promise<S3Answer> => {
    const { method, object, query = {}, body, signal } = call;
    const target = bucketAddress(settings, object);
    target.search = new URLSearchParams(query).toString();
    const length = body instanceof Uint8Array ? body.length : (body?.size() ?? 0);
    const { url, headers } = await signer(settings, clock.now(), {
      ...{ method, url: target.href, headers: { ...call.headers } },
    }).sign();
    const answer = await agent.request({
      ...{ origin: url.origin, path: url.pathname + url.search, method, ...(signal && { signal }) },
      headers: {
        ...Object.fromEntries(headers),
        'accept-encoding': 'identity',
        ...((method === 'PUT' || method === 'POST') && { 'content-length': String(length) }),
      },
      body: body instanceof Uint8Array ? body : (body?.stream() ?? null),
    });
    answer.body.on('error', () => {}); // reading it reports the error; leaving it unread must not
    const header = (name: string): string | null => {
      const value = answer.headers[name];
      return typeof value === 'string' ? value : null;
    };
    return { status: answer.statusCode, header, body: answer.body };
  };

  const orUnreachable = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      // Reading the body may fail as well.
      if (isOwnMistake(error) || error instanceof StoreUnavailable) throw error;
      throw unreachable(error as Error);
    }
  };

  const send: S3Requests['send'] = async (call, expected) => {
    for (const pauseMs of [...REPEAT_AFTER_MS, null]) {
      try {
        const answer = await orUnreachable(() => once(call));
        if (expected.includes(answer.status)) return answer;
        const code = xmlText(await orUnreachable(() => answer.body.text()), 'Code') ?? '';
        if (pauseMs === null || !isPassing(answer.status)) throw new S3Refused({ status: answer.status, code });
      } catch (error) {
        if (pauseMs === null || error instanceof S3Refused || isOwnMistake(error) || call.signal?.aborted) throw error;
      }
      await clock.sleep(pauseMs);
    }
    throw new Error('The last attempt has an end.');
  };

  return {
    send,
    async sendForText(call, expected = [200]) {
      const { status, body } = await send(call, expected);
      const text = await orUnreachable(() => body.text());
      const code = text.includes('<Error>') ? xmlText(text, 'Code') : null;
      if (code !== null && status === 200) throw new S3Refused({ status, code });
      return { status, text };
    },
    close: () => agent.close(),
  };
}

type SignerOptions = Omit<ConstructorParameters<typeof AwsV4Signer>[0], 'accessKeyId' | 'secretAccessKey'>;

/** Signs for the bucket, as at a time. */
export function signer(settings: S3Settings, atMs: number, options: SignerOptions): AwsV4Signer {
  const { region, accessKeyId, secretAccessKey } = settings;
  return new AwsV4Signer({
    ...{ service: 's3', region, accessKeyId, secretAccessKey: secretAccessKey.reveal() },
    datetime: new Date(atMs).toISOString().replaceAll('-', '').replaceAll(':', '').slice(0, 15).concat('Z'),
    ...options,
  });
}
