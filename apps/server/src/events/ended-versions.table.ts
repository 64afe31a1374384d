import type { VersionStep } from '@fanfare/network';
import type { Database } from '../db/database.ts';
import { emit } from './emit.ts';

/**
 * Writes `network.version_ended` to each project that has an account on the network, once for each version: several processes notice the end, and each again
 * after a restart. Over all projects.
 */
export async function emitVersionEnded(db: Database, { network, from, to }: VersionStep): Promise<void> {
  await db.query({
    text: `with concerned as (
             select distinct project_id from accounts where platform = $1 and status <> 'revoked'
           ), ${emit('concerned', {
             type: "'network.version_ended'",
             platform: '$1',
             facts: `jsonb_build_object('platform', $1::text, 'version', $2::text, 'nextVersion', $3::text)`,
             once: `'version_ended:' || $1 || ':' || $2`,
           })}
           select from concerned limit 0`,
    values: [network, from, to],
  });
}
