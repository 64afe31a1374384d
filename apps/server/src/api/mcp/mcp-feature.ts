import type { McpRoutesDeps } from './mcp.routes.ts';
import { mcpRoutes } from './mcp.routes.ts';
import { createMcpPort, type McpPortDeps } from './mcp-port.ts';
import { type ResourceMetadataDeps, resourceMetadataRoutes } from './resource-metadata.routes.ts';

export type McpDeps = Omit<McpRoutesDeps, 'answer'> & McpPortDeps & ResourceMetadataDeps;

/** MCP at `POST /mcp`, for agents: its tools call the API with the key of their caller. */
export function mcpFeature(deps: McpDeps) {
  const port = createMcpPort(deps);
  return {
    routes: [mcpRoutes({ ...deps, answer: port.answer }), resourceMetadataRoutes(deps)],
    close: port.close,
  };
}
