import type { VersionStep } from '@fanfare/network';
import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';
import { insertEvents } from './emit.ts';

/**
 * Writes `network.version_ended` to each project with an account on the network, once per version:
 * several processes notice the end, again after each restart. Over all projects.
 */
export async function emitVersionEnded(db: Database, { network, from, to }: VersionStep): Promise<void> {
  const event = insertEvents('concerned', {
    type: "'network.version_ended'",
    platform: ':network',
    facts: `jsonb_build_object('platform', :network::text, 'version', :from::text, 'nextVersion', :to::text)`,
    once: `'version_ended:' || :network || ':' || :from`,
  });
  await knex('concerned')
    .connection(db)
    .with(
      'concerned',
      knex('accounts').where({ platform: network }).whereNot({ status: 'revoked' }).distinct('projectId'),
    )
    .with('event', knex.raw(event, { network, from, to }))
    .limit(0);
}
