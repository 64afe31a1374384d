import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Sets Helmet's headers. HSTS covers subdomains only on request: browsers would refuse their plain
 * http for a year.
 */
export function securityHeaders(deps: {
  readonly baseUrl: string;
  readonly hstsIncludeSubdomains: boolean;
}): RequestHandler {
  const strictTransportSecurity = deps.baseUrl.startsWith('https:') && {
    includeSubDomains: deps.hstsIncludeSubdomains,
  };
  return helmet({ contentSecurityPolicy: false, strictTransportSecurity });
}
