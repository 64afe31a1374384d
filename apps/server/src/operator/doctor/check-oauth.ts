import type { Config } from '../../config/config.ts';
import { basePathOf } from '../../http/base-path.ts';
import { isLoopback } from '../../http/loopback.ts';
import { METADATA_PATH } from '../../oauth/metadata.routes.ts';
import { ask } from './ask.ts';
import { type Finding, ok, skipped, warning } from './finding.ts';

/**
 * Checks that programs which people connect find this installation: that its address is a safe
 * issuer, and that its metadata are where clients look for them (RFC 8414, 3.1). Keys work without.
 */
export async function checkOAuth({ baseUrl, cells }: Pick<Config, 'baseUrl' | 'cells'>): Promise<Finding> {
  if (baseUrl === null) return skipped('oauth', 'BASE_URL is not set.');
  if (cells.label !== null)
    return skipped('oauth', 'People connect no apps in cells: programs need an API key (docs/oauth.md).');
  const { protocol, hostname, origin } = new URL(baseUrl);
  if (protocol === 'http:' && !isLoopback(hostname))
    return warning(
      'oauth',
      `Nobody can connect an app: its tokens would travel to ${baseUrl} in the clear.`,
      'Set BASE_URL to the public https address.',
    );
  const path = basePathOf(baseUrl);
  const url = `${origin}${METADATA_PATH}${path}`;
  const reply = await ask(url, 'GET');
  const found = 'failure' in reply ? `cannot be reached (${reply.failure})` : `answers ${reply.status}`;
  if ('failure' in reply || reply.status !== 200 || !reply.text.startsWith(`{"issuer":${JSON.stringify(baseUrl)},`))
    return warning(
      'oauth',
      `Apps do not find how people connect them: ${url} ${found}, without the issuer ${baseUrl}.`,
      path === '' ? 'Check where the proxy leads.' : `Send ${METADATA_PATH}${path} of the proxy to Fanfare as well.`,
    );
  return ok('oauth', `Apps find how people connect them at ${url}.`);
}
