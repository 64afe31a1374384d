import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Sets Helmet's headers. HSTS covers subdomains on request only: it ends their plain http. */
export function securityHeaders(deps: {
  readonly baseUrl: string;
  readonly hstsIncludeSubdomains: boolean;
}): RequestHandler {
  const strictTransportSecurity = deps.baseUrl.startsWith('https:') && {
    includeSubDomains: deps.hstsIncludeSubdomains,
  };
  return helmet({ contentSecurityPolicy: false, strictTransportSecurity });
}
