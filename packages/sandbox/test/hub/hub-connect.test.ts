import { describe, expect, it } from 'vitest';
import { field, MINUTE_MS, ROLES, type Role, startHubs, text } from './hub-session.ts';

const { sandbox, hubs, call, sendJson, control, codeOf, reset, advance, rest, query } = await startHubs();

const exchange = (role: Role, code: unknown, name = 'Fanfare') =>
  sendJson(`${hubs[role]}/hub-connect/exchange`, { code, name });
const refused = {
  code: 'invalid_connect_code',
  message: 'This connect code is wrong, used or expired.',
  data: { status: 400 },
};
const answerOf = ({ status, body }: { status: number; body: unknown }) => ({ status, body });

describe.each(ROLES)('the %s hub', (role) => {
  it('says where codes are exchanged', async () => {
    const { status, body } = await call(`${hubs[role]}/.well-known/hub-connect`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { version: 1, exchange: `${hubs[role]}/hub-connect/exchange` },
    });
  });

  it('makes codes of sixteen letters that spell nothing', async () => {
    expect(await codeOf(role)).toMatch(/^([BCDFGHJKLMNPQRSTVWXZ]{4}-){3}[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  });

  it('trades a code for a key once', async () => {
    const code = await codeOf(role);
    const first = await exchange(role, code);
    const apiUrl = role === 'wordpress' ? hubs.wordpress : `${hubs.micropub}/micropub`;
    const id = role === 'wordpress' ? '1' : `${hubs.micropub}/people/ann/`;
    expect(answerOf(first)).toEqual({
      status: 200,
      body: {
        type: role,
        apiUrl,
        apiKey: expect.any(String),
        user: { id, username: 'ann', name: 'Ann Lindqvist' },
        hub: { name: role === 'wordpress' ? 'Harbour Community' : 'Tidepool Notes' },
        defaultSpaceSlug: null,
      },
    });
    expect(first.headers.get('cache-control')).toBe('no-store');
    const key = { username: 'ann', apiKey: text(first.body, 'apiKey') };
    const used = role === 'wordpress' ? await rest('GET', 'users/me', { key }) : await query(key, { q: 'config' });
    expect(used.status).toBe(200);
    expect(answerOf(await exchange(role, code))).toEqual({ status: 400, body: refused });
  });

  it.each([undefined, null, 7, {}])('says that %s is no text, and counts no attempt', async (code) => {
    const message = 'The body needs a code: the text that the hub has shown.';
    const unreadable = { code: 'invalid_request', message, data: { status: 400 } };
    for (let count = 0; count < 31; count++)
      expect(answerOf(await exchange(role, code))).toEqual({ status: 400, body: unreadable });
    expect((await exchange(role, await codeOf(role))).status).toBe(200);
  });

  it('gives one key for one code, however many ask at once', async () => {
    const code = await codeOf(role);
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(role, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    await reset();
  });

  it('takes codes as people type them', async () => {
    const code = await codeOf(role);
    const typed = ` ${code.toLowerCase().replaceAll('-', ' – ')} `;
    expect((await exchange(role, typed)).status).toBe(200);
  });

  it('forgets a code after ten minutes, and when there is a newer one', async () => {
    const old = await codeOf(role);
    const newer = await codeOf(role);
    const ofSomebodyElse = await codeOf(role, role === 'wordpress' ? 'emil' : 'nils');
    expect(answerOf(await exchange(role, old))).toEqual({ status: 400, body: refused });
    await advance(10 * MINUTE_MS - 1);
    expect((await exchange(role, newer)).status).toBe(200);
    await advance(1);
    expect(answerOf(await exchange(role, ofSomebodyElse))).toEqual({ status: 400, body: refused });
    await reset();
  });

  it.each(['', 'BBBB', 'TCVX-XRPK-KNNF-NLSW'])('refuses %j as a code', async (code) => {
    expect(answerOf(await exchange(role, code))).toEqual({ status: 400, body: refused });
  });

  it('stops an address after 30 wrong codes, until ten minutes are over', async () => {
    await reset();
    for (let count = 0; count < 30; count++) expect((await exchange(role, 'BBBB')).status).toBe(400);
    const code = await codeOf(role);
    const stopped = await exchange(role, code);
    expect(answerOf(stopped)).toEqual({
      status: 429,
      body: {
        code: 'too_many_attempts',
        message: 'Too many wrong connect codes. Try again later.',
        data: { status: 429 },
      },
    });
    expect(stopped.headers.get('retry-after')).toBe('600');
    await advance(10 * MINUTE_MS);
    expect((await exchange(role, await codeOf(role))).status).toBe(200);
    await reset();
  });

  it('keeps neither code nor key in a readable form', async () => {
    const code = await codeOf(role);
    const { body } = await exchange(role, code);
    const apiKey = text(body, 'apiKey');
    const stored = JSON.stringify([
      (await call(`${sandbox.url}/__sandbox/state`)).body,
      await control('contents', { role }),
      (await call(`${sandbox.url}/__sandbox/requests?masked=true`)).body,
    ]);
    expect([stored.includes(code), stored.includes(apiKey)]).toEqual([false, false]);
  });

  it('may be without Hub Connect, or say something wrong in it', async () => {
    await control('hub-connect', { role, offered: false });
    expect((await call(`${hubs[role]}/.well-known/hub-connect`)).status).toBe(404);
    expect((await exchange(role, await codeOf(role))).status).toBe(404);
    await control('hub-connect', {
      role,
      offered: true,
      exchange: 'http://elsewhere.example/x',
      defaultSpaceSlug: 'news',
    });
    const { body } = await call(`${hubs[role]}/.well-known/hub-connect`);
    expect(body).toEqual({ version: 1, exchange: 'http://elsewhere.example/x' });
    await control('hub-connect', { role, apiUrl: 'http://10.0.0.1/', type: 'gopher' });
    const exchanged = await exchange(role, await codeOf(role));
    expect(exchanged.body).toMatchObject({ type: 'gopher', apiUrl: 'http://10.0.0.1/', defaultSpaceSlug: 'news' });
    await reset();
  });
});

it('WordPress exchanges codes at its REST route too', async () => {
  for (const path of ['/?rest_route=/hub-connect/v1/exchange', '/wp-json/hub-connect/v1/exchange']) {
    const { status, body } = await sendJson(`${hubs.wordpress}${path}`, { code: await codeOf('wordpress'), name: 'A' });
    expect({ status, type: field(body, 'type') }).toEqual({ status: 200, type: 'wordpress' });
  }
  const wrong = await sendJson(`${hubs.wordpress}/?rest_route=/hub-connect/v1/exchange`, { code: 'BBBB' });
  expect(answerOf(wrong)).toEqual({ status: 400, body: refused });
});

it('names each key of WordPress differently, so that a second code of the same app works', async () => {
  await reset();
  const first = await exchange('wordpress', await codeOf('wordpress'));
  await exchange('wordpress', await codeOf('wordpress'));
  const key = { username: 'ann', apiKey: text(first.body, 'apiKey') };
  const { body } = await rest('GET', 'users/me/application-passwords', { key });
  expect(Array.isArray(body) && body.map((each) => field(each, 'name'))).toEqual(['Fanfare', 'Fanfare (2)']);
});

it('people make codes and keys on pages of their hub', async () => {
  const press = (role: Role, page: string, username: string) =>
    call(`${hubs[role]}/settings/${page}`, { method: 'POST', body: new URLSearchParams({ username }) });
  for (const role of ROLES) {
    const before = await call(`${hubs[role]}/settings/connect`);
    expect(before.text).toContain('Make a connect code');
    expect(before.text).toContain(`<code>${hubs[role]}</code>`);
    const { text: page, headers } = await press(role, 'connect', 'ann');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(page).toContain('Good once, for 10 minutes: until 12:10 UTC');
    const [, code] = /data-copy="((?:[A-Z]{4}-){3}[A-Z]{4})"/.exec(page) ?? [];
    expect((await exchange(role, code)).status).toBe(200);
  }
  const { text: page } = await press('wordpress', 'api-key', 'alma');
  const [, apiKey = ''] = /data-copy="((?:\w{4} ){5}\w{4})"/.exec(page) ?? [];
  const me = await rest('GET', 'users/me', { key: { username: 'alma', apiKey } });
  expect(field(me.body, 'slug')).toBe('alma');
});
