import type { Config } from '../../config/config.ts';
import { isLoopback } from '../../http/loopback.ts';
import { ask } from './ask.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

export const addressMissing: Finding = warning(
  'address',
  'BASE_URL is not set: links and callbacks lead to HOST and PORT, so only this machine can use them.',
  'Set BASE_URL to the public https address.',
);

/** Checks that the public address is https and leads to a running server. */
export async function checkAddress(config: Pick<Config, 'baseUrl' | 'development' | 'trustProxy'>): Promise<Finding> {
  const { baseUrl } = config;
  if (baseUrl === null) return addressMissing;
  const { protocol, hostname } = new URL(baseUrl);
  const isLocal = isLoopback(hostname);
  if (protocol === 'http:' && !isLocal)
    return problem(
      'address',
      `BASE_URL is not https: ${baseUrl}. Networks refuse such callbacks, and sign-in cookies are not sent.`,
      'Put a proxy with TLS in front and set BASE_URL to its https address.',
    );
  if (config.development && !isLocal)
    return problem(
      'address',
      'FANFARE_ENV is development on a public address: the mails of everybody may be readable.',
      'Remove FANFARE_ENV.',
    );
  return judgeReply({ ...config, baseUrl }, await ask(`${baseUrl}/healthz`, 'GET'));
}

/** Judges the response of `/healthz` at the public address. */
export function judgeReply(
  { baseUrl, trustProxy }: { readonly baseUrl: string; readonly trustProxy: number },
  reply: Awaited<ReturnType<typeof ask>>,
): Finding {
  const unreachable = (found: string, fix: string) => problem('address', `${baseUrl}/healthz ${found}.`, fix);
  if ('failure' in reply)
    return unreachable(
      `cannot be reached from this machine (${reply.failure})`,
      'Start the server; check DNS, the certificate and the proxy. If this machine cannot reach its own public address, check from another one.',
    );
  if (reply.status >= 300 && reply.status < 400)
    return unreachable(`redirects (${reply.status})`, 'Set BASE_URL to the address that it redirects to.');
  if (reply.status !== 200 || !/^\{"status":"ok"[,}]/.test(reply.text))
    return unreachable(
      `answers ${reply.status}, and not as Fanfare does`,
      'Check where the proxy leads, and the path of BASE_URL.',
    );
  if (isLoopback(new URL(baseUrl).hostname))
    return warning(
      'address',
      `${baseUrl} answers, but only on this machine.`,
      'Set BASE_URL to the public https address.',
    );
  if (trustProxy === 0)
    return warning(
      'address',
      `${baseUrl} answers, but TRUST_PROXY is 0: all clients have the address of the proxy and share the limits of sign-in.`,
      'Set TRUST_PROXY to the number of proxies in front.',
    );
  return ok('address', `${baseUrl} answers.`);
}
