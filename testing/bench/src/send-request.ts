import type { Dispatcher } from 'undici';

export type Request = {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly apiKey: string;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** `text` is empty where it was not kept. */
export type Answer = { readonly status: number; readonly text: string; readonly tookMs: number };

/**
 * Sends one request after the other; the next one may be sent from `done`. It uses the lowest
 * interface of undici and keeps no body that nobody reads, because the load shares the CPU with
 * what it measures.
 */
export function sender(
  dispatcher: Dispatcher,
  {
    keepsText,
    done,
    failed,
  }: {
    readonly keepsText: (status: number) => boolean;
    readonly done: (answer: Answer) => void;
    readonly failed: (error: Error) => void;
  },
): (request: Request) => void {
  let startedAt = 0;
  let status = 0;
  let kept: Buffer[] | null = null;
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => undefined,
    onResponseStart(_controller, statusCode) {
      status = statusCode;
      kept = keepsText(statusCode) ? [] : null;
    },
    onResponseData(_controller, chunk) {
      kept?.push(chunk);
    },
    onResponseEnd() {
      const tookMs = performance.now() - startedAt;
      done({ status, text: kept === null ? '' : Buffer.concat(kept).toString(), tookMs });
    },
    onResponseError: (_controller, error) => failed(error),
  };
  return ({ method = 'GET', path, apiKey, body, headers }) => {
    startedAt = performance.now();
    dispatcher.dispatch(
      {
        ...{ method, path, headers: headersOf(apiKey, headers) },
        body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
      },
      handler,
    );
  };
}

const known = new Map<string, string[]>();

function headersOf(apiKey: string, more: Request['headers']): string[] {
  let headers = known.get(apiKey);
  if (headers === undefined) {
    headers = ['Authorization', `Bearer ${apiKey}`, 'Content-Type', 'application/json'];
    known.set(apiKey, headers);
  }
  return more === undefined ? headers : [...headers, ...Object.entries(more).flat()];
}
