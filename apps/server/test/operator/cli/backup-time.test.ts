import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { readBackupTime } from '../../../src/operator/cli/read-backup-time.ts';

test('a time is read as PostgreSQL prints it, in every time zone', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  const moment = Date.parse('2026-11-20T03:04:05.678Z');
  for (const zone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Marquesas']) {
    await client.query(`set timezone = '${zone}'`);
    const { rows } = await client.query<{ printed: string }>(
      `select to_timestamp(${moment} / 1000.0)::text as printed`,
    );
    expect([zone, readBackupTime(`${rows[0]!.printed}\n`)]).toEqual([zone, { ok: true, epochMs: moment }]);
  }
  await client.end();
  expect(readBackupTime('2026-11-20T03:04:05Z')).toMatchObject({ ok: true });
  // Nobody knows the zone.
  expect(readBackupTime('2026-11-20 03:04:05')).toMatchObject({ ok: false });
});
