import type { LoggedRequest } from '@fanfare/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Project, startTestServer, type TestServer } from '../../harness.ts';
import { leaksIn, recordAnswers } from '../../leaks.ts';
import { dumpOf } from '../../leaving/dump.ts';
import { connectHub, type HubPerson, hubPerson, PUBLIC_CALL, ROLES } from './hub-people.ts';

let server: TestServer;
/** Everything that must stay hidden, by where it came from. */
const secrets = new Map<string, string>();
/** Everything callers got. */
const answers: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: 'trace' } });
  const project = recordAnswers(await server.createProject(), answers);
  for (const role of ROLES) {
    const person = await hubPerson(server, role);
    const [byCode, byKey] = [await person.code(), await person.key()];
    hide(`${role} code`, byCode.connectCode);
    hide(`${role} key`, byKey.apiKey);
    const account = (await connectHub(project, byCode)).body.account;
    await connectHub(project, byCode);
    await publish(project, account.id, 'By code.');
    await connectHub(project, byKey);
    await publish(project, account.id, 'By key.');
    await collect();

    // A hub that repeats what it was sent, in its own words, in answers to all kinds of calls.
    for (const times of [1, 30]) {
      // A hub can only repeat what it was sent.
      await connectHub(project, byKey);
      await echo(person, byKey.apiKey, times);
      await publish(project, account.id, 'Echoed.');
      await project.call('GET', `/api/v1/accounts/${account.id}/spaces`);
      await connectHub(project, byKey);
      await connectHub(project, await newCode(person));
      await server.sandbox.removeFaults();
    }
    await person.revokeKeys();
    await publish(project, account.id, 'Revoked.');
    await connectHub(project, byKey);
    await project.call('DELETE', `/api/v1/accounts/${account.id}`);
  }
  await project.call('GET', '/api/v1/accounts?includeRevoked=true');
  await project.call('GET', '/api/v1/posts');
  await collect();
});
afterAll(() => server.stop());

const hide = (name: string, secret: string) => secrets.set(`${name} ${secrets.size}`, secret);

const publish = (project: Project, accountId: string, content: string) =>
  project.publish({
    content,
    platforms: [{ platform: 'hub', accountId }],
    mediaItems: [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }],
  });

async function newCode(person: HubPerson) {
  const code = await person.code();
  hide(`${person.role} code`, code.connectCode);
  return code;
}

async function echo({ role }: HubPerson, apiKey: string, times: number): Promise<void> {
  const words = `Bad key ${apiKey} (${JSON.stringify({ password: apiKey })})`;
  const body = {
    wordpress: { code: 'rest_invalid_param', message: words, data: { status: 400 } },
    micropub: { error: 'invalid_request', error_description: words },
  }[role];
  const where = times === 1 ? PUBLIC_CALL[role] : {};
  await server.sandbox.fail({ network: 'hub', role, ...where, action: 'status', status: 400, body, times });
}

/** Collects what the hubs were sent: keys in headers and forms. */
async function collect(): Promise<void> {
  for (const request of await server.sandbox.requests('hub'))
    for (const secret of secretsIn(request))
      if (![...secrets.values()].includes(secret)) hide(`${request.role} sent`, secret);
}

function secretsIn({ headers, body }: LoggedRequest): string[] {
  const [scheme, token = ''] = String(headers.authorization ?? '').split(' ');
  const password = scheme === 'Basic' ? Buffer.from(token, 'base64').toString().split(':')[1]! : '';
  const form = new URLSearchParams(body ?? '').get('token') ?? '';
  return [token, password, form].filter((value) => value.length > 12);
}

const found = (text: string): string[] => leaksIn(text, secrets);

test('both hubs gave codes and keys, and repeated the keys in their errors', () => {
  const names = [...secrets.keys()].join('\n');
  for (const role of ROLES) for (const kind of ['code', 'key', 'sent']) expect(names).toContain(`${role} ${kind}`);
  expect(answers.join('\n')).toContain('Bad key');
});

test('the log, at its most verbose level, contains none of them', () => {
  expect(server.log().split('\n').length).toBeGreaterThan(50);
  expect(found(server.log())).toEqual([]);
});

test('no answer contains any of them', () => {
  expect(found(answers.join('\n'))).toEqual([]);
});

test('no row of any table contains any of them', async () => {
  const dump = await dumpOf(server.db);
  expect(dump.join('\n')).toContain('Bad key');
  expect(found(dump.join('\n'))).toEqual([]);
});
