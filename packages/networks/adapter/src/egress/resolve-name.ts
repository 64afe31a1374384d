import { Resolver } from 'node:dns/promises';
import { isOwnMistake } from '../own-mistake.ts';

/**
 * All addresses of a name that a caller chose, IPv4 first. Queries go to the name servers of the
 * machine without a thread: `getaddrinfo` holds one of the two that look names up for as long as a
 * name server does not answer, ten seconds, and all other names of the process wait meanwhile
 * (libuv, "Thread pool work scheduling", checked 2026-11). Each look-up reads which name servers
 * the machine has; `/etc/hosts` does not count.
 *
 * @throws with the codes of `getaddrinfo`: `ENOTFOUND` for a name without an address, `EAI_AGAIN`
 *   without an answer
 */
export async function resolveName(hostname: string, nameServers?: readonly string[]): Promise<readonly string[]> {
  const resolver = new Resolver();
  if (nameServers) resolver.setServers(nameServers);
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const reasons: unknown[] = answers.map((answer) => (answer.status === 'rejected' ? answer.reason : null));
  const mistake = reasons.find(isOwnMistake);
  if (mistake) throw mistake;
  const isAnswered = reasons.every((reason) => codeOf(reason) === 'ENOTFOUND' || codeOf(reason) === 'ENODATA');
  throw Object.assign(new Error('The name has no address.'), { code: isAnswered ? 'ENOTFOUND' : 'EAI_AGAIN' });
}

const codeOf = (reason: unknown): string =>
  reason instanceof Error && 'code' in reason && typeof reason.code === 'string' ? reason.code : '';
