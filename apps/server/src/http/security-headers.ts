import helmet from 'helmet';

/** The headers that Helmet gives every answer of an installation. They are the same each time, so it is asked once. */
export function securityHeaders(deps: {
  readonly baseUrl: string;
}): readonly (readonly [name: string, value: string])[] {
  const headers: [string, string][] = [];
  const answer = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  const isHttps = deps.baseUrl.startsWith('https:');
  const setHeaders = helmet({ contentSecurityPolicy: false, strictTransportSecurity: isHttps });
  // Helmet reads nothing of a request.
  setHeaders({} as never, answer as never, (error) => {
    if (error) throw error;
  });
  return headers;
}
