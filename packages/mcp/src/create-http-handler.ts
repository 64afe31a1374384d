import { Fanfare } from '@fanfare/sdk';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { createMcpServer, type McpOptions } from './create-mcp-server.ts';

export type HttpHandlerOptions = Pick<McpOptions, 'publicUrl' | 'confirm' | 'version' | 'now'> & {
  /** Address of the API. */
  readonly apiUrl: string;
  /** Called with an error of this program, or of a client; it never alters the answer. */
  readonly onError?: (error: Error) => void;
};

/** A request that has a key. */
export type HttpCall = {
  readonly request: Request;
  readonly key: string;
  /** Id for the requests of the API; each has its own without it. */
  readonly requestId?: string;
  /** The parsed body, where it was read. */
  readonly body?: unknown;
};

/** A tool answers soon: what cannot be repeated within this time, its caller repeats. */
const MOST_RETRY_AFTER_MS = 5_000;
const MOST_STREAMS = 100;

/**
 * Answers MCP over HTTP, each request with its own server, so that nothing is kept between them. A
 * tool calls the API with the key of the request. With `?confirm=1` a person agrees first.
 */
export function createHttpHandler({ apiUrl, confirm, onError, ...options }: HttpHandlerOptions) {
  const handler = createMcpHandler(
    ({ authInfo, requestInfo }) => {
      const { token: apiKey, extra } = authInfo!;
      const headers: Record<string, string> =
        extra?.requestId === undefined ? {} : { 'X-Request-Id': String(extra.requestId) };
      const fanfare = new Fanfare({ baseUrl: apiUrl, apiKey, maxRetryAfterMs: MOST_RETRY_AFTER_MS, headers });
      const asks = confirm || new URL(requestInfo!.url).searchParams.get('confirm') === '1';
      return createMcpServer({ ...options, fanfare, apiKey, confirm: asks });
    },
    { maxSubscriptions: MOST_STREAMS, ...(onError && { onerror: onError }) },
  );
  return {
    answer({ request, key, requestId, body }: HttpCall): Promise<Response> {
      const authInfo: AuthInfo = { token: key, clientId: 'caller', scopes: [], extra: { requestId } };
      return handler.fetch(request, { authInfo, ...(body !== undefined && { parsedBody: body }) });
    },
    /** Ends the answers that are under way, and streams, which would never end. */
    close: (): Promise<void> => handler.close(),
  };
}
