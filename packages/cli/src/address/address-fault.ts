import { EXIT, type ExitCode } from '../exit-code.ts';
import { codeOf, isUntrusted } from './describe-failure.ts';

/** A fault of an address: what to do, and whether waiting can help. */
export type AddressFault = { readonly text: string; readonly exitCode: ExitCode };

/** Reads the error of a call as a fault of the address; null for other causes. */
export function addressFault(error: unknown, baseUrl: string): AddressFault | null {
  const code = codeOf(error);
  const { host, hostname } = new URL(baseUrl);
  const passing = (text: string): AddressFault => ({ text, exitCode: EXIT.tryAgain });
  const lasting = (text: string): AddressFault => ({ text, exitCode: EXIT.refused });
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return passing(`there is no host ${hostname}. Correct the address, or connect this machine to the network.`);
  if (code === 'ECONNREFUSED') return passing(`nothing listens at ${host}. Start Fanfare, or correct the address.`);
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|EPROTO/.test(code))
    return lasting(`${host} does not speak HTTPS. Try http://${host}.`);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return lasting(`the certificate of ${host} is for another name. Use a name that it has.`);
  if (isUntrusted(code))
    return lasting(
      `the certificate of ${host} is not trusted (${code}). For a private authority, set NODE_EXTRA_CA_CERTS to the file of its certificate.`,
    );
  return null;
}
