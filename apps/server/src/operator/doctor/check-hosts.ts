import { hostUrls, parsePostgresUrl, placeOf } from '../../config/postgres-url.ts';
import { hostsOf } from '../../db/database-hosts.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;

type Role = 'primary' | 'standby' | 'no answer';

/** Looks at each of several hosts by itself. Nothing for one host. */
export async function checkHosts(databaseUrl: string): Promise<readonly Finding[]> {
  const urls = hostUrls(databaseUrl);
  if (urls.length === 1) return [];
  const roles = await Promise.all(
    urls.map(async (url) => ({ place: placeOf(parsePostgresUrl(url)!), role: await readRole(url) })),
  );
  return [judgeHosts(roles)];
}

export function judgeHosts(hosts: readonly { readonly place: string; readonly role: Role }[]): Finding {
  const found = `${hosts.map(({ place, role }) => `${place}: ${role}`).join(', ')}.`;
  if (hosts.filter(({ role }) => role === 'primary').length > 1)
    return problem(
      'hosts',
      `${found} Two take writes, and what one of them takes is lost.`,
      'Stop the former primary, and make it a standby of the other. See docs/high-availability.md.',
    );
  return hosts.some(({ role }) => role === 'no answer')
    ? warning('hosts', found, 'Start it, or take it out of DATABASE_URL.')
    : ok('hosts', found);
}

async function readRole(url: string): Promise<Role> {
  const any = url.replace(/([?&]target_session_attrs=)[^&]*/, '$1any');
  const settings = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  const client = await hostsOf(any)
    .open(settings)
    .catch(() => null);
  if (client === null) return 'no answer';
  try {
    const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is');
    return rows[0]!.is ? 'standby' : 'primary';
  } catch {
    return 'no answer';
  } finally {
    void client.end().catch(() => undefined);
  }
}
