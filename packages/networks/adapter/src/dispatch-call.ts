import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** The result of one request. `sent` is whether a first byte may have left this machine. */
export type WireResult =
  | { readonly ok: true; readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }
  | {
      readonly ok: false;
      readonly sent: boolean;
      readonly reason: 'stopped' | 'too_large' | 'broken';
      /** Status of the answer when it had begun. */
      readonly status: number | null;
      readonly cause: unknown;
    };

export type CallLimits = {
  readonly maxBytes: number;
  /** `cut`: a longer answer counts as one of `maxBytes`. Default: it fails as `too_large`. */
  readonly longer?: 'refuse' | 'cut';
  readonly signal: AbortSignal;
  readonly mayStart?: (() => boolean) | undefined;
};

/**
 * Performs one request once and reads its answer to the end. Never throws, never follows a
 * redirect, never sends twice.
 *
 * Whether anything was sent is known from undici's `onRequestStart`, which runs on a connected
 * (TLS: authenticated) socket just before the first write. The error code does not say: ECONNRESET
 * means "nothing sent" during the TLS handshake and "maybe done" after it.
 */
export function dispatchCall(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: CallLimits,
): Promise<WireResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let received = 0;
    let status: number | null = null;
    let headers: IncomingHttpHeaders = {};
    let connection: Dispatcher.DispatchController | undefined;
    let settled = false;

    const settle = (result: WireResult) => {
      if (settled) return;
      settled = true;
      limits.signal.removeEventListener('abort', stop);
      resolve(result);
    };
    const fail = (reason: 'stopped' | 'too_large' | 'broken', cause: unknown) => {
      settle({ ok: false, sent: connection !== undefined, reason, status, cause });
    };
    const stop = () => {
      fail('stopped', limits.signal.reason);
      connection?.abort(new Error('stopped'));
    };
    const succeed = () => {
      const body = Buffer.concat(chunks).subarray(0, limits.maxBytes);
      settle({ ok: true, status: status ?? 0, headers, body });
    };
    const endTooLarge = () => {
      if (limits.longer === 'cut') succeed();
      else fail('too_large', null);
      connection?.abort(new Error('too large'));
    };

    if (limits.signal.aborted) {
      fail('stopped', limits.signal.reason);
      return;
    }
    limits.signal.addEventListener('abort', stop, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        if (settled) {
          // Stopped while connecting: undici writes nothing once it is aborted here.
          controller.abort(new Error('stopped'));
          return;
        }
        if (connection !== undefined) {
          // undici puts a request back in its queue after some connection losses. Nothing here is
          // ever sent a second time.
          fail('broken', new Error('The connection was lost.'));
          controller.abort(new Error('sent once already'));
          return;
        }
        if (limits.mayStart?.() === false) {
          fail('stopped', new Error('It is too late to send.'));
          controller.abort(new Error('too late'));
          return;
        }
        connection = controller;
      },
      onResponseStart(_controller, statusCode, answerHeaders) {
        if (statusCode < 200) return;
        status = statusCode;
        headers = answerHeaders;
        if (limits.longer !== 'cut' && Number(headers['content-length'] ?? 0) > limits.maxBytes) endTooLarge();
      },
      onResponseData(_controller, chunk) {
        if (settled) return;
        received += chunk.length;
        chunks.push(chunk);
        if (received > limits.maxBytes) endTooLarge();
      },
      onResponseEnd() {
        succeed();
      },
      onResponseError(_controller, error) {
        fail('broken', error);
      },
    };
    try {
      dispatcher.dispatch(request, handler);
    } catch (error) {
      fail('broken', error);
    }
  });
}
