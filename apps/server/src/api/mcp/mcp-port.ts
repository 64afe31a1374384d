import type { createHttpHandler, HttpCall, HttpHandlerOptions } from '@fanfare/mcp';

type McpPortDeps = Required<Pick<HttpHandlerOptions, 'apiUrl' | 'version' | 'now'>> & {
  /** Public address of the installation. */
  readonly baseUrl: string;
};

/**
 * Answers MCP requests that were authenticated. A tool calls the API over HTTP with the caller's
 * key: limits, scopes, log and tenancy are those of any request. The SDK of MCP is loaded by the
 * first request.
 */
export function createMcpPort({ baseUrl: publicUrl, ...options }: McpPortDeps) {
  let handler: Promise<ReturnType<typeof createHttpHandler>> | null = null;
  const load = () => import('@fanfare/mcp').then((mcp) => mcp.createHttpHandler({ ...options, publicUrl }));
  return {
    async answer(call: HttpCall): Promise<Response> {
      handler ??= load();
      return (await handler).answer(call);
    },
    /** Ends the answers that are under way, and streams, which would never end. */
    close(): void {
      void handler?.then((loaded) => loaded.close());
    },
  };
}
