import { beforeEach, expect, test } from 'vitest';
import { applicationPasswords, whoAmI } from '../application-passwords.ts';
import { exchange, INVALID_CODE, WRONG_CODE } from '../exchange-code.ts';
import { describeWordpress } from '../real-wordpress.ts';

// `exchange-details.nightly.ts` has the rest.
await describeWordpress('the exchange of the WordPress plugin', {}, (wordpress) => {
  beforeEach(() => wordpress.run('global $wpdb; $wpdb->query( "DELETE FROM wp_hub_connect_attempts" );'));

  test('the discovery document names the exchange, on the same origin', async () => {
    const answer = await fetch(`${wordpress.url}/.well-known/hub-connect`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=UTF-8']);
    expect(await answer.json()).toEqual({ version: 1, exchange: `${wordpress.url}/wp-json/hub-connect/v1/exchange` });
    expect((await fetch(`${wordpress.url}/.well-known/hub-connect/other`)).status).toBe(404);
  });

  test('a code is exchanged for a key that works, at the address of the document', async () => {
    const code = await wordpress.makeConnectCode('author');
    expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}(-[BCDFGHJKLMNPQRSTVWXZ]{4}){3}$/);
    const answer = await fetch(`${wordpress.url}/wp-json/hub-connect/v1/exchange`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, name: 'Fanfare' }),
    });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const body = (await answer.json()) as { apiKey: string };
    const { id } = wordpress.users.author;
    expect(body).toEqual({
      type: 'wordpress',
      apiUrl: `${wordpress.url}/`,
      apiKey: expect.stringMatching(/^\w{4}( \w{4}){5}$/),
      user: { id: `${id}`, username: 'ann', name: 'Ann Example' },
      hub: { name: 'Community & friends' },
      defaultSpaceSlug: null,
    });
    const me = await whoAmI(wordpress, 'ann', body.apiKey);
    expect(me.body).toMatchObject({ id, capabilities: { publish_posts: true, upload_files: true } });
  });

  test('of 8 parallel requests with one code exactly one gets a key, and one key is made', async () => {
    const before = await applicationPasswords(wordpress, 'editor');
    const code = await wordpress.makeConnectCode('editor');
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(wordpress, { code, name: 'Parallel' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(7).fill({ status: 400, body: INVALID_CODE }),
    );
    expect(await applicationPasswords(wordpress, 'editor')).toHaveLength(before.length + 1);
  });

  test('a used, replaced, expired, unknown and malformed code get the same answer', async () => {
    const used = await wordpress.makeConnectCode('author');
    expect((await exchange(wordpress, { code: used, name: 'Used' })).status).toBe(200);
    const replaced = await wordpress.makeConnectCode('author');
    const current = await wordpress.makeConnectCode('author');
    const expired = await wordpress.makeConnectCode('editor');
    await wordpress.run(
      `global $wpdb; $wpdb->query( "UPDATE wp_hub_connect_codes SET expires_at = UTC_TIMESTAMP() WHERE user_id = ${wordpress.users.editor.id}" );`,
    );
    for (const code of [used, replaced, expired, WRONG_CODE, '', 'TCVX', `${current}B`, `${current}'`, '\u0000']) {
      const { status, body } = await exchange(wordpress, { code, name: 'Wrong' });
      expect({ code, status, body }).toEqual({ code, status: 400, body: INVALID_CODE });
    }
    expect((await exchange(wordpress, { code: current, name: 'Current' })).status).toBe(200);
  });
});
