import { Router } from 'express';
import { APP_SCOPES } from '../../oauth/scopes.ts';

type ResourceMetadataDeps = {
  readonly baseUrl: string;
  readonly docsUrl: string;
  /** Issuers of tokens; empty where clients need a key. */
  readonly authorizationServers: readonly string[];
};

const PATH = '/.well-known/oauth-protected-resource';

/** Address of the metadata, which the answer to a request without a key names. */
export const metadataUrlOf = (baseUrl: string): string => `${baseUrl}${PATH}/mcp`;

/** RFC 9728: what a client must know to get a token for `/mcp`. Public, for pages too. */
export function resourceMetadataRoutes({ baseUrl, docsUrl, authorizationServers }: ResourceMetadataDeps): Router {
  const router = Router();
  router.get([PATH, `${PATH}/mcp`], (_req, res) => {
    res.set({ 'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*' }).json({
      resource: `${baseUrl}/mcp`,
      resource_name: 'Fanfare',
      ...(authorizationServers.length > 0 && { authorization_servers: authorizationServers }),
      bearer_methods_supported: ['header'],
      scopes_supported: APP_SCOPES,
      resource_documentation: `${docsUrl}/mcp`,
    });
  });
  return router;
}
