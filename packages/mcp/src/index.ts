/** The tools of Fanfare for agents, as one MCP server for stdio and for HTTP. */
export { createMcpServer, type McpOptions } from './create-mcp-server.ts';
