/**
 * The network's consent window. Scopes are joined with commas; neither product documents PKCE, so none is sent.
 *
 * @example
 * authorizeUrl('https://www.instagram.com', { clientId: '1', scopes: ['instagram_business_basic'], state: 's', redirectUri: 'https://…' });
 */
export function authorizeUrl(
  wwwUrl: string,
  input: {
    readonly clientId: string;
    readonly scopes: readonly string[];
    readonly state: string;
    readonly redirectUri: string;
  },
): URL {
  const url = new URL(`${wwwUrl}/oauth/authorize`);
  url.searchParams.set('client_id', input.clientId);
  url.searchParams.set('redirect_uri', input.redirectUri);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('scope', input.scopes.join(','));
  url.searchParams.set('state', input.state);
  return url;
}
