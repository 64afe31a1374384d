import { expect, it } from 'vitest';
import { field, list, pluck, ROLES, startHubs } from './hub-session.ts';

const { sandbox, hubs, call, create, keyOf } = await startHubs();

it('the empty start page leads to the connect codes of both hubs', async () => {
  const { text } = await call(`${sandbox.url}/`);
  for (const role of ROLES) {
    const href = `/hub/${role}/settings/connect?username=ann`;
    expect(text).toContain(`<a href="${href}">${role} hub</a>`);
    expect((await call(`${sandbox.url}${href}`)).status).toBe(200);
  }
});

it('the feed filters by name, once for a name that both hubs have', async () => {
  await create(await keyOf('micropub'), { content: ['From Ann'] });
  const { text } = await call(`${sandbox.url}/?network=hub&profile=ann`);
  expect(text.match(/href="\/\?network=hub&amp;profile=ann"/g)).toHaveLength(1);
  expect(text).toContain('<span class="number" data-count="hub/ann">1</span>');
  expect(text).toContain('From Ann');
});

it('the state names the pages on which people make codes and keys', async () => {
  const { body } = await call(`${sandbox.url}/__sandbox/state`);
  const hub = field(field(body, 'networks'), 'hub');
  expect(field(hub, 'roles')).toEqual(hubs);
  expect(pluck(list(hub, 'profiles'), 'username', 'kind', 'role')).toEqual([
    ['ann', 'WordPress, administrator', 'wordpress'],
    ['emil', 'WordPress, editor', 'wordpress'],
    ['alma', 'WordPress, author', 'wordpress'],
    ['cora', 'WordPress, contributor', 'wordpress'],
    ['sam', 'WordPress, subscriber', 'wordpress'],
    ['ann', 'Micropub, create update delete media', 'micropub'],
    ['nils', 'Micropub, draft media', 'micropub'],
    ['rita', 'Micropub, read', 'micropub'],
  ]);
  expect(list(list(hub, 'profiles')[0], 'links')).toEqual([
    { label: 'Connect code', url: `${hubs.wordpress}/settings/connect?username=ann` },
    { label: 'API key', url: `${hubs.wordpress}/settings/api-key?username=ann` },
  ]);
});
