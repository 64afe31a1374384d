import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';

export type McpPortDeps = {
  /** Address of this server for itself. */
  readonly apiUrl: string;
  /** Public address of the installation. */
  readonly baseUrl: string;
  readonly version: string;
  readonly now: () => Date;
};

/** A request that was authenticated, with its parsed body. */
export type McpRequest = {
  readonly request: Request;
  readonly body: unknown;
  readonly key: string;
  readonly requestId: string;
};

/** A tool answers soon: what cannot be repeated within this time, its caller repeats. */
const MOST_RETRY_AFTER_MS = 5_000;
const MOST_STREAMS = 100;

/**
 * Answers MCP requests, each with its own server, so that nothing is kept between them. A tool
 * calls the API over HTTP with the caller's key: limits, scopes, log and tenancy are those of any
 * request. The SDK of MCP is loaded by the first request.
 */
export function createMcpPort({ apiUrl, baseUrl, version, now }: McpPortDeps) {
  let handler: Promise<McpHttpHandler> | null = null;

  async function load(): Promise<McpHttpHandler> {
    const [{ createMcpHandler }, { createMcpServer }, { Fanfare }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@fanfare/mcp'),
      import('@fanfare/sdk'),
    ]);
    return createMcpHandler(
      ({ authInfo, requestInfo }) => {
        const { token: apiKey, extra } = authInfo!;
        const fanfare = new Fanfare({
          ...{ baseUrl: apiUrl, apiKey, maxRetryAfterMs: MOST_RETRY_AFTER_MS },
          headers: { 'X-Request-Id': String(extra?.requestId) },
        });
        const confirm = new URL(requestInfo!.url).searchParams.get('confirm') === '1';
        return createMcpServer({ fanfare, apiKey, confirm, publicUrl: baseUrl, version, now });
      },
      { maxSubscriptions: MOST_STREAMS },
    );
  }

  return {
    async answer({ request, body, key, requestId }: McpRequest): Promise<Response> {
      handler ??= load();
      const authInfo: AuthInfo = { token: key, clientId: 'caller', scopes: [], extra: { requestId } };
      return (await handler).fetch(request, { authInfo, parsedBody: body });
    },
    /** Ends the answers that are under way, and streams, which would never end. */
    close(): void {
      void handler?.then((loaded) => loaded.close());
    },
  };
}
