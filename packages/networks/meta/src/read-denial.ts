/** `?error=access_denied&error_reason=user_denied` is the user's own refusal; every other error redirect is the network's. */
export function readDenial(query: URLSearchParams): 'access_denied' | 'exchange_failed' {
  return query.get('error') === 'access_denied' ? 'access_denied' : 'exchange_failed';
}
