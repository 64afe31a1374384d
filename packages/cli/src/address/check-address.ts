import { CliError } from '../cli-error.ts';
import { addressFault } from './address-fault.ts';

const TIMEOUT_MS = 15_000;

type Address = {
  readonly baseUrl: string;
  /** Source of the address, as the beginning of a message. */
  readonly from: string;
};

/**
 * Throws CliError when the first call to the address fails in a way that no retry fixes: an unknown
 * host, nothing that listens, a certificate that is not trusted, HTTPS to a port that speaks HTTP,
 * or a redirect. Later such failures are those of a restart. The call carries no key.
 */
export async function checkAddress({ baseUrl, from }: Address, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let response: Response;
  try {
    response = await fetch(`${baseUrl}/healthz`, { redirect: 'manual', signal: limit });
  } catch (error) {
    const fault = addressFault(error, baseUrl);
    if (fault === null) return;
    throw new CliError(`${from}: ${fault.text}`, fault.exitCode);
  }
  await response.body?.cancel();
  const location = response.headers.get('location');
  if (response.status < 300 || response.status > 399 || location === null) return;
  const to = new URL(location, `${baseUrl}/healthz`).href.replace(/\/healthz$/, '');
  throw new CliError(`${from}: ${baseUrl} redirects to ${to}. Set the address that answers.`);
}
