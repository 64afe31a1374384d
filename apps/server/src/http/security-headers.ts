import helmet from 'helmet';

/**
 * The headers that Helmet gives every answer of an installation. They are the same each time, so it
 * is asked once. HSTS covers the subdomains only where the operator asks for it: a browser would
 * refuse their plain http for a year.
 */
export function securityHeaders(deps: {
  readonly baseUrl: string;
  readonly hstsIncludeSubdomains: boolean;
}): readonly (readonly [name: string, value: string])[] {
  const headers: [string, string][] = [];
  const answer = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  const strictTransportSecurity = deps.baseUrl.startsWith('https:') && {
    includeSubDomains: deps.hstsIncludeSubdomains,
  };
  const setHeaders = helmet({ contentSecurityPolicy: false, strictTransportSecurity });
  // Helmet reads nothing of a request.
  setHeaders({} as never, answer as never, (error) => {
    if (error) throw error;
  });
  return headers;
}
