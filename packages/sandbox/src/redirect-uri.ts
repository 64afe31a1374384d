const ANY_PORT = ':*';

/**
 * Says whether an authorize request may be answered at this address: equal to a registered one, or
 * on a registered loopback host (`http://127.0.0.1:*`: any port, any path), as RFC 8252 section 7.3
 * asks for programs on a person's own machine.
 *
 * @example
 * redirectUriAllowed(['http://localhost:*'], 'http://localhost:5173/callback'); // true
 */
export function redirectUriAllowed(registered: readonly string[], uri: string): boolean {
  return registered.some((entry) =>
    entry.endsWith(ANY_PORT) ? onHost(entry.slice(0, -ANY_PORT.length), uri) : entry === uri,
  );
}

function onHost(origin: string, uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, username, password, hash } = new URL(uri);
  // RFC 6749, section 3.1.2, refuses a fragment or a user name in a redirect address; look-alike
  // hosts are written this way.
  return `${protocol}//${hostname}` === origin && username === '' && password === '' && hash === '';
}
