import type { World } from '../implementation.ts';
import type { Inside, NetworkRequest, SeenPost } from '../inside.ts';
import { sendHttp } from '../send-http.ts';
import { askDatabase } from './ask-database.ts';
import type { Service } from './start-service.ts';

/**
 * The inside of a service that this suite has started. `worldOf` is how another one is spoken to.
 */
export function serverInside(
  { databaseUrl, sandboxUrl, command, other }: Service,
  worldOf: (service: Service) => World,
): Inside {
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
    (await askDatabase<Row>(databaseUrl, text, values)).rows;
  const look = async (path: string): Promise<unknown> =>
    (await sendHttp(sandboxUrl, { method: 'GET', path: `/__sandbox${path}` })).body;
  return {
    async requestsTo(network) {
      return ((await look(`/requests?network=${network}`)) as { requests: NetworkRequest[] }).requests;
    },
    async published({ platform, username }) {
      return ((await look(`/posts?network=${platform}&profile=${username}`)) as { posts: SeenPost[] }).posts;
    },
    async stores(what) {
      const bytes = Buffer.from(what);
      const spellings = [bytes.toString('hex'), bytes.toString('base64')];
      if (typeof what === 'string') spellings.push(what);
      const tables = await query<{ name: string }>(
        `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
         where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
      );
      const everywhere = tables
        .map(({ name }) => `select 1 from ${name} t where t::text like any ($1)`)
        .join(' union all ');
      const rows = await query(`${everywhere} limit 1`, [
        spellings.map((spelling) => `%${spelling.replaceAll(/[\\%_]/g, '\\$&')}%`),
      ]);
      return rows.length > 0;
    },
    async credentials({ platform, platformUserId }) {
      const rows = await query(
        `select from credentials c join accounts a on a.project_id = c.project_id and a.id = c.account_id
         where a.platform = $1 and a.platform_user_id = $2`,
        [platform, platformUserId],
      );
      return rows.length;
    },
    ticks: async () =>
      (await query<{ cron: string }>(`select cron from pgboss_v12.schedule where name = 'find-due-posts'`)).map(
        ({ cron }) => cron,
      ),
    command,
    other: async () => worldOf(await other()),
  };
}
