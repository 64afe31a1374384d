/** The tools of Fanfare for agents, as one MCP server for stdio and for HTTP. */
export { createHttpHandler, type HttpCall, type HttpHandlerOptions } from './create-http-handler.ts';
export { createMcpServer, type McpOptions } from './create-mcp-server.ts';
