import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { addPhp } from '../add-php.ts';
import { applicationPasswords } from '../application-passwords.ts';
import { exchange, INVALID_CODE } from '../exchange-code.ts';
import { describeWordpress } from '../real-wordpress.ts';

await describeWordpress('the exchange of the WordPress plugin, in detail', {}, (wordpress) => {
  beforeEach(() => wordpress.run('global $wpdb; $wpdb->query( "DELETE FROM wp_hub_connect_attempts" );'));

  test('every key has its own name, also two of one service in one second', async () => {
    const before = await applicationPasswords(wordpress, 'editor');
    const removeClock = addPhp(wordpress, "add_filter( 'wp_date', fn() => '2026-11-22 10:00:00' );");
    for (const name of ['Fanfare', 'Fanfare', '<b>Other</b>\u0000 & Söhne', '', 7, 'x'.repeat(500)]) {
      const { status } = await exchange(wordpress, { code: await wordpress.makeConnectCode('editor'), name });
      expect([name, status]).toEqual([name, 200]);
    }
    removeClock();
    const names = (await applicationPasswords(wordpress, 'editor')).slice(before.length);
    expect(names).toEqual([
      'Fanfare, connected 2026-11-22 10:00:00',
      'Fanfare, connected 2026-11-22 10:00:00 (2)',
      'Other & Söhne, connected 2026-11-22 10:00:00',
      'Publishing service, connected 2026-11-22 10:00:00',
      'Publishing service, connected 2026-11-22 10:00:00 (2)',
      `${'x'.repeat(100)}, connected 2026-11-22 10:00:00`,
    ]);
  });

  test.each([
    ['small letters', (code: string) => code.toLowerCase()],
    ['without hyphens', (code: string) => code.replaceAll('-', '')],
    ['spaces around and between', (code: string) => ` ${code.replaceAll('-', ' ')}\n`],
    ['dashes of a word processor', (code: string) => code.replaceAll('-', '–')],
  ])('a code is understood as people type it: %s', async (_, typed) => {
    const code = await wordpress.makeConnectCode('author');
    expect((await exchange(wordpress, { code: typed(code), name: 'Typed' })).status).toBe(200);
  });

  test('a code is valid for ten minutes', async () => {
    await wordpress.makeConnectCode('author');
    const seconds = await wordpress.run(
      `global $wpdb; echo $wpdb->get_var( "SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(), expires_at) FROM wp_hub_connect_codes WHERE user_id = ${wordpress.users.author.id}" );`,
    );
    expect(Number(seconds)).toBeGreaterThan(540);
    expect(Number(seconds)).toBeLessThanOrEqual(600);
  });

  test('only the hash of a code is stored, and no log has the code or the key', async () => {
    const code = await wordpress.makeConnectCode('author');
    const stored = await wordpress.run(
      `global $wpdb; echo $wpdb->get_var( "SELECT code_hash FROM wp_hub_connect_codes WHERE user_id = ${wordpress.users.author.id}" );`,
    );
    expect(stored).toBe(createHash('sha256').update(code.replaceAll('-', '')).digest('hex'));
    const { body } = await exchange(wordpress, { code, name: 'Quiet' });
    const log = path.join(wordpress.root, 'wp-content/debug.log');
    const lines = existsSync(log) ? readFileSync(log, 'utf8') : '';
    expect(lines).not.toContain(code);
    expect(lines).not.toContain((body as { apiKey: string }).apiKey);
  });

  test('a body without a code uses nothing up', async () => {
    const code = await wordpress.makeConnectCode('author');
    for (const body of [{}, { name: 'Fanfare' }, { code: 7 }, { code: [code] }, [], null, code]) {
      const { status, body: answer } = await exchange(wordpress, body);
      expect({ body, status, answer }).toEqual({
        body,
        status: 400,
        answer: { code: 'invalid_request', message: 'Send a JSON object with the connect code in "code".' },
      });
    }
    const inUrl = await fetch(`${wordpress.url}/?rest_route=/hub-connect/v1/exchange&code=${code}`, { method: 'POST' });
    expect(inUrl.status).toBe(400);
    expect((await fetch(`${wordpress.url}/?rest_route=/hub-connect/v1/exchange&code=${code}`)).status).toBe(404);
    expect((await exchange(wordpress, { code, name: 'Fanfare' })).status).toBe(200);
  });

  test('a user who lost the right to publish gets no key, and the code is used up', async () => {
    const { id } = wordpress.users.author;
    const code = await wordpress.makeConnectCode('author');
    const before = await applicationPasswords(wordpress, 'author');
    const setRole = (role: string) => wordpress.run(`( new WP_User( ${id} ) )->set_role( '${role}' );`);
    await setRole('contributor');
    const whileContributor = await exchange(wordpress, { code, name: 'Late' });
    await setRole('author');
    const afterwards = await exchange(wordpress, { code, name: 'Late' });
    expect([whileContributor, afterwards].map(({ status, body }) => ({ status, body }))).toEqual(
      Array(2).fill({ status: 400, body: INVALID_CODE }),
    );
    expect(await applicationPasswords(wordpress, 'author')).toEqual(before);
  });

  test('when the key cannot be made, the code stays valid', async () => {
    const code = await wordpress.makeConnectCode('author');
    const before = await applicationPasswords(wordpress, 'author');
    const removeFault = addPhp(
      wordpress,
      "add_filter( 'update_user_metadata', fn( $check, $id, $key ) => '_application_passwords' === $key ? false : $check, 10, 3 );",
    );
    const { status, body } = await exchange(wordpress, { code, name: 'Fault' });
    removeFault();
    expect({ status, body }).toEqual({
      status: 500,
      body: { code: 'key_not_created', message: 'The site could not create an application password. Try again.' },
    });
    expect((await exchange(wordpress, { code, name: 'Works' })).status).toBe(200);
    expect(await applicationPasswords(wordpress, 'author')).toHaveLength(before.length + 1);
  });
});
