import { beforeEach, describe, expect, it } from 'vitest';
import { field, pluck, ROLES, type Role, startHubs } from './hub-session.ts';

const { sandbox, hubs, call, control, contents, keyOf, rest, query, create, reset, fault } = await startHubs();
beforeEach(reset);

/** A post by a key of Ann's; what came back, or null when nothing did. */
async function publish(role: Role): Promise<{ status: number; text: string; headers: Headers } | null> {
  const key = await keyOf(role);
  const answer =
    role === 'wordpress'
      ? rest('POST', 'posts', { key, body: { status: 'publish', title: 'Once' } })
      : create(key, { content: ['Once'] });
  return answer.catch(() => null);
}
const path = { wordpress: '^/wp-json/wp/v2/posts$', micropub: '^/micropub$' };
const stored = async (role: Role) => (await contents(role)).posts.length;

describe.each(ROLES)('faults of the %s hub', (role) => {
  const plant = (body: object) => fault({ role, method: 'POST', path: path[role], ...body });

  it('cut the connection after the post is made', async () => {
    await plant({ action: 'drop_after' });
    expect([await publish(role), await stored(role)]).toEqual([null, 1]);
  });

  it('cut the connection before the post is made', async () => {
    await plant({ action: 'drop_before' });
    expect([await publish(role), await stored(role)]).toEqual([null, 0]);
  });

  it('answer 200 with an error in it', async () => {
    await plant({ action: 'status', status: 200, body: { code: 'internal_server_error', message: 'Critical error' } });
    const answer = await publish(role);
    expect([answer?.status, answer?.text, await stored(role)]).toEqual([
      200,
      '{"code":"internal_server_error","message":"Critical error"}',
      0,
    ]);
  });

  it('answer a login page, or a redirect to one, after the post is made', async () => {
    const page = '<!doctype html><title>Log in</title>';
    await plant({ action: 'status_after', status: 200, headers: { 'content-type': 'text/html' }, body: page });
    expect([(await publish(role))?.text, await stored(role)]).toEqual([page, 1]);
    await plant({ action: 'status', status: 302, headers: { location: `${hubs[role]}/wp-login.php` } });
    const redirect = await publish(role);
    expect([redirect?.status, redirect?.headers.get('location')]).toEqual([302, `${hubs[role]}/wp-login.php`]);
  });

  it('are found in the log under what was called', async () => {
    await plant({ action: 'status', status: 503 });
    await publish(role);
    const { body } = await call(`${sandbox.url}/__sandbox/requests?network=hub`);
    expect(pluck(field(body, 'requests'), 'role', 'path', 'status', 'fault').at(-1)).toEqual([
      role,
      role === 'wordpress' ? '/' : '/micropub',
      503,
      'status',
    ]);
  });

  it('answer 50 MB of JSON, or a bomb', async () => {
    const key = await keyOf(role);
    const read = () => (role === 'wordpress' ? rest('GET', 'categories', { key }) : query(key, { q: 'config' }));
    await control('oversized-answer', { role, kind: 'huge-json' });
    const huge = await read();
    expect([huge.status, huge.text.length, huge.body]).toEqual([200, 50 * 1024 * 1024 + 2, []]);
    expect((await read()).text.length).toBeLessThan(10_000);

    await control('oversized-answer', { role, kind: 'huge-json', times: 2 });
    await control('oversized-answer', { role, kind: 'huge-json', times: 0 });
    expect((await read()).text.length).toBeLessThan(10_000);

    await control('oversized-answer', { role, kind: 'gzip-bomb' });
    const path = role === 'wordpress' ? '/wp-json/wp/v2/categories' : '/micropub?q=config';
    const bomb = await fetch(`${hubs[role]}${path}`, { headers: { 'accept-encoding': 'identity' } });
    expect(bomb.headers.get('content-encoding')).toBe('gzip');
    const reader = bomb.body?.getReader();
    let unpacked = 0;
    while (unpacked < 8 * 1024 * 1024) unpacked += (await reader?.read())?.value?.byteLength ?? Number.NaN;
    expect(unpacked).toBeGreaterThanOrEqual(8 * 1024 * 1024);
    await reader?.cancel();
  });
});

it('faults of WordPress go by the route, whatever form the address has', async () => {
  const key = await keyOf('wordpress');
  await fault({ role: 'wordpress', path: '^/wp-json/wp/v2/categories$', action: 'status', status: 503, times: 2 });
  const plain = await rest('GET', 'categories', { key });
  const pretty = await call(`${hubs.wordpress}/wp-json/wp/v2/categories`);
  expect([plain.status, pretty.status, (await rest('GET', 'categories')).status]).toEqual([503, 503, 200]);
});

it('hubs know no apps, and add people with a right', async () => {
  const add = (body: object) =>
    call(`${sandbox.url}/__sandbox/hub/profiles`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await add({ username: 'dora', name: 'Dora Lind', role: 'micropub', right: 'create media' })).body).toEqual({
    id: 'micropub:4',
    username: 'dora',
    name: 'Dora Lind',
    kind: 'Micropub, create media',
    role: 'micropub',
    links: [
      { label: 'Connect code', url: `${hubs.micropub}/settings/connect?username=dora` },
      { label: 'API key', url: `${hubs.micropub}/settings/api-key?username=dora` },
    ],
  });
  expect((await add({ username: 'ann', name: 'Another Ann' })).status).toBe(400);
  expect((await create(await keyOf('micropub', 'dora'), { content: ['x'] })).status).toBe(202);
  const app = { clientId: 'a', clientSecret: 'b', redirectUris: ['http://127.0.0.1/cb'] };
  const answer = await call(`${sandbox.url}/__sandbox/hub/apps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(app),
  });
  expect([answer.status, field(answer.body, 'error')]).toEqual([
    400,
    'hubs know no apps: people give out connect codes and keys',
  ]);
});
