import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HUB_REFUSALS } from '@fanfare/rules';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorBody } from '../../error-body.ts';
import { failedTarget } from '../../expected-post.ts';
import { useServer } from '../../use-server.ts';
import { connectHub, hubAccount, hubPerson, PUBLIC_CALL, ROLES } from './hub-people.ts';

/** A server that is nobody's hub: it writes down who calls it. */
const elsewhere: { url: string; port: number; calls: string[] } = { url: '', port: 0, calls: [] };
let connections = 0;
const listener = createServer((request, response) => {
  elsewhere.calls.push(`${request.method} ${request.url}`);
  response.writeHead(201, { location: `${elsewhere.url}/made`, 'content-type': 'application/json' }).end('{"id":1}');
}).on('connection', () => connections++);

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  elsewhere.port = (listener.address() as AddressInfo).port;
  elsewhere.url = `http://127.0.0.1:${elsewhere.port}`;
});
afterAll(() => {
  listener.close();
  listener.closeAllConnections();
});
beforeEach(() => {
  elsewhere.calls.length = 0;
  connections = 0;
});

const HOW = [{ connectCode: 'TCVX-XRPK-KNNF-NLSW' }, { type: 'wordpress', username: 'ann', apiKey: 'abcd' }] as const;

describe('an installation without allowed hosts', () => {
  const resolved: string[] = [];
  const server = useServer({
    env: { EGRESS_ALLOWED_HOSTS: '' },
    options: {
      resolve: async (name) => {
        resolved.push(name);
        return name.startsWith('mixed.') ? ['93.184.215.14', '127.0.0.1'] : ['127.0.0.1'];
      },
    },
  });

  test.each([
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://0177.0.0.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://0.0.0.0',
    'https://10.0.0.5',
    'https://192.168.1.1/blog',
    'https://172.16.0.1',
    'https://169.254.169.254',
    'https://[fd00:ec2::254]',
    'https://[fe80::1]',
    'https://168.63.129.16',
    'https://metadata.google.internal',
    'https://localhost',
    'https://blog.localhost',
    'https://127。0。0。1',
    'http://community.example.org',
  ])('%s is refused without a connection and without a look-up', async (hubUrl) => {
    const project = await server.createProject();
    for (const how of HOW) {
      const reply = await connectHub(project, { hubUrl, ...how });
      const { code, message, details } = HUB_REFUSALS.urlNotAllowed().refusal;
      expect([reply.status, reply.body]).toEqual([400, errorBody(reply, code, message, details && [...details])]);
    }
    expect([connections, elsewhere.calls, resolved]).toEqual([0, [], []]);
  });

  test('names that resolve to private addresses are unreachable, in the words for every failed connection', async () => {
    const project = await server.createProject();
    const { code, message } = HUB_REFUSALS.unreachable().refusal;
    for (const host of ['rebound.example.org', 'mixed.example.org']) {
      for (const how of HOW) {
        const reply = await connectHub(project, { hubUrl: `https://${host}`, ...how });
        expect([reply.status, reply.body]).toEqual([502, errorBody(reply, code, message)]);
      }
    }
    expect(new Set(resolved)).toEqual(new Set(['rebound.example.org', 'mixed.example.org']));
    expect([connections, elsewhere.calls]).toEqual([0, []]);
    resolved.length = 0;
  });
});

describe('an address that a hub supplies on another origin', () => {
  const server = useServer();
  afterEach(async () => {
    await server.sandbox.removeFaults();
    for (const role of ROLES)
      await server.sandbox.control('hub', 'hub-connect', { role, exchange: null, apiUrl: null });
    await server.sandbox.control('hub', 'media-endpoint', { url: null });
  });
  /** The sandbox and the other server differ in their port alone. */
  const broken = HUB_REFUSALS.brokenAnswer().refusal;

  test.each(ROLES)('for the exchange of a code: the %s code goes nowhere, and stays good', async (role) => {
    const project = await server.createProject();
    const code = await (await hubPerson(server, role)).code();
    await server.sandbox.control('hub', 'hub-connect', { role, exchange: `${elsewhere.url}/exchange` });
    const reply = await connectHub(project, code);
    expect([reply.status, reply.body]).toEqual([502, errorBody(reply, broken.code, broken.message)]);
    await server.sandbox.control('hub', 'hub-connect', { role, exchange: null });
    expect((await connectHub(project, code)).status).toBe(201);
    expect([connections, elsewhere.calls]).toEqual([0, []]);
  });

  test.each(ROLES)('for the API: the %s key goes nowhere', async (role) => {
    const project = await server.createProject();
    const code = await (await hubPerson(server, role)).code();
    await server.sandbox.control('hub', 'hub-connect', { role, apiUrl: `${elsewhere.url}/api` });
    const reply = await connectHub(project, code);
    expect([reply.status, reply.body]).toEqual([502, errorBody(reply, broken.code, broken.message)]);
    expect([connections, elsewhere.calls]).toEqual([0, []]);
  });

  test.each([301, 302, 307, 308])('in a redirect %i: it is not followed, at connect or later', async (status) => {
    for (const role of ROLES) {
      const { project, account, person, target } = await hubAccount(server, role);
      const to = { status, headers: { location: `${elsewhere.url}/` }, times: 30 };
      await server.sandbox.fail({ network: 'hub', role, action: 'status', ...to });
      expect((await connectHub(project, await person.key())).status).toBeGreaterThanOrEqual(400);
      expect((await connectHub(project, await person.code())).status).toBeGreaterThanOrEqual(400);
      expect((await project.call('GET', `/api/v1/accounts/${account.id}/spaces`)).status).toBe(502);
      expect((await target({ content: 'Rye.', mediaItems: [image()] })).status).toBe('failed');
      await server.sandbox.removeFaults();
    }
    expect([connections, elsewhere.calls]).toEqual([0, []]);
  });

  test('for media, after the account was connected: nothing is sent there', async () => {
    const { account, target, person } = await hubAccount(server, 'micropub');
    await server.sandbox.control('hub', 'media-endpoint', { url: `${elsewhere.url}/media` });
    const failed = await target({ content: 'Rye.', mediaItems: [image()] });
    expect(failed).toMatchObject({
      ...failedTarget(account, { code: 'permission_missing' }),
      errorDetail: { code: 'permission_missing' },
    });
    expect([connections, elsewhere.calls, await person.posts()]).toEqual([0, [], []]);
  });

  test('for a new post or upload: it is an address to show, and nobody calls it', async () => {
    const { target } = await hubAccount(server, 'micropub');
    await server.sandbox.fail({
      ...{ network: 'hub', role: 'micropub', ...PUBLIC_CALL.micropub },
      ...{ action: 'status_after', status: 201, headers: { location: `${elsewhere.url}/made` }, body: '' },
    });
    expect(await target({ content: 'Rye.' })).toMatchObject({ status: 'published', url: `${elsewhere.url}/made` });
    expect([connections, elsewhere.calls]).toEqual([0, []]);
  });

  const image = () => ({ type: 'image', url: server.sandbox.sample('harbour.jpg') });
});
