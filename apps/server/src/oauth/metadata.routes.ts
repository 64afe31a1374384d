import { Router } from 'express';
import { basePathOf } from '../http/base-path.ts';
import { AUTHORIZE_PATH } from './consent-page.ts';
import { REGISTER_PATH } from './register.routes.ts';
import { APP_SCOPES } from './scopes.ts';
import { REVOKE_PATH, TOKEN_PATH } from './token.routes.ts';

export const METADATA_PATH = '/.well-known/oauth-authorization-server';

/**
 * Paths of the metadata: below a path, clients ask for it behind the well-known part (RFC 8414,
 * 3.1).
 */
export const metadataPaths = (baseUrl: string): string[] => [
  ...new Set([METADATA_PATH, `${METADATA_PATH}${basePathOf(baseUrl)}`]),
];

type Deps = { readonly baseUrl: string; readonly docsUrl: string };

/** Metadata of the authorization server (RFC 8414). */
export function metadataRoutes({ baseUrl, docsUrl }: Deps): Router {
  const router = Router();
  const metadata = {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}${AUTHORIZE_PATH}`,
    token_endpoint: `${baseUrl}${TOKEN_PATH}`,
    revocation_endpoint: `${baseUrl}${REVOKE_PATH}`,
    registration_endpoint: `${baseUrl}${REGISTER_PATH}`,
    scopes_supported: APP_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${docsUrl}/oauth`,
  };
  router.get(metadataPaths(baseUrl), (_req, res) => {
    res.set('Cache-Control', 'public, max-age=300');
    res.json(metadata);
  });
  return router;
}
