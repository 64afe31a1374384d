import { CliError } from '../cli-error.ts';
import { codeOf, isUntrusted } from './describe-failure.ts';

const TIMEOUT_MS = 15_000;

/**
 * Throws CliError when the first call to the address fails in a way that no retry fixes: an unknown
 * host, nothing that listens, a certificate that is not trusted, HTTPS to a port that speaks HTTP,
 * or a redirect. Later such failures are those of a restart. The call carries no key.
 */
export async function checkAddress(baseUrl: string, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let response: Response;
  try {
    response = await fetch(`${baseUrl}/healthz`, { redirect: 'manual', signal: limit });
  } catch (error) {
    const fault = faultOf(codeOf(error), new URL(baseUrl));
    if (fault === null) return;
    throw new CliError(`FANFARE_BASE_URL: ${fault}`);
  }
  await response.body?.cancel();
  const location = response.headers.get('location');
  if (response.status < 300 || response.status > 399 || location === null) return;
  const to = new URL(location, `${baseUrl}/healthz`).href.replace(/\/healthz$/, '');
  throw new CliError(`FANFARE_BASE_URL: ${baseUrl} redirects to ${to}. Set the address that answers.`);
}

/** Null for what a retry may fix. */
function faultOf(code: string, { host, hostname }: URL): string | null {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `there is no host ${hostname}. Correct the address, or connect this machine to the network.`;
  if (code === 'ECONNREFUSED') return `nothing listens at ${host}. Start Fanfare, or correct the address.`;
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|EPROTO/.test(code))
    return `${host} does not speak HTTPS. Try http://${host}.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of ${host} is for another name. Use a name that it has.`;
  if (isUntrusted(code))
    return `the certificate of ${host} is not trusted (${code}). For a private authority, set NODE_EXTRA_CA_CERTS to the file of its certificate.`;
  return null;
}
