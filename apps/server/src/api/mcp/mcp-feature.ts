import type { RequestHandler } from 'express';
import type { Logger } from '../../process/log/log.ts';
import { mcpRoutes } from './mcp.routes.ts';
import { createMcpPort } from './mcp-port.ts';
import { resourceMetadataRoutes } from './resource-metadata.routes.ts';

type Deps = {
  readonly log: Logger;
  readonly now: () => Date;
  readonly version: string;
  /** Public address of the installation. */
  readonly baseUrl: string;
  /** Address at which the tools call the API. */
  readonly apiUrl: string;
  readonly docsUrl: string;
  /** Issuers of tokens; empty where clients need a key. */
  readonly authorizationServers: readonly string[];
  readonly authenticateBearer: (challenge: string) => RequestHandler;
  readonly countRequest: RequestHandler;
  readonly readJson: RequestHandler;
};

/** MCP at `POST /mcp`, for agents: its tools call the API with the key of their caller. */
export function mcpFeature(deps: Deps) {
  const port = createMcpPort(deps);
  return {
    routes: [mcpRoutes({ ...deps, answer: port.answer }), resourceMetadataRoutes(deps)],
    close: port.close,
  };
}
