import { expect } from 'vitest';
import { errorBody, invalidRequest } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const HUBS = 'hubs are not built: the route answers 501 not_implemented';

export const hubStatements: readonly Statement[] = [
  {
    section: '4.4',
    statement: 'GET /accounts/:id/spaces is not built: 501 not_implemented, whosever account it is',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      for (const path of [`/accounts/${x.id}/spaces`, '/accounts/nonsense/spaces?q=news&limit=100&offset=50']) {
        const { status, body } = await project.call('GET', path);
        expect({ status, body }).toEqual({ status: 501, body: errorBody('not_implemented') });
      }
    },
  },
  {
    section: '4.4',
    statement: 'its query is checked: q up to 100 characters, limit 1 to 100, offset from 0; else 400 invalid_request',
    async run(api) {
      const project = await api.project();
      const ask = (query: string) => project.call('GET', `/accounts/acc_00000000000000000000000000/spaces?${query}`);
      for (const [query, path] of [
        [`q=${'a'.repeat(101)}`, 'q'],
        ['limit=0', 'limit'],
        ['limit=101', 'limit'],
        ['limit=ten', 'limit'],
        ['offset=-1', 'offset'],
        ['offset=1.5', 'offset'],
      ] as const) {
        const { status, body } = await ask(query);
        expect({ status, body }, query).toEqual({ status: 400, body: invalidRequest(path) });
      }
      expect((await ask(`q=${'a'.repeat(100)}&limit=1&offset=0`)).status).toBe(501);
    },
  },
  { section: '4.4', statement: 'lists a hub account’s spaces, searched and paginated', open: HUBS },
  { section: '4.4', statement: 'spaces of an account that is not a hub’s: 400 invalid_request', open: HUBS },
  { section: '4.4', statement: 'spaces of an unknown or foreign account: 404 not_found', open: HUBS },
  { section: '4.4', statement: 'spaces of an inactive hub account: 409 account_not_active', open: HUBS },
  { section: '4.4', statement: 'a hub that does not answer, or nonsense: 502 hub_unreachable, hub_error', open: HUBS },
  {
    section: '5',
    statement: 'POST /accounts/connect-hub is not built: 501 not_implemented for what has the documented shape',
    async run(api) {
      const project = await api.project();
      const hubUrl = 'https://community.example.org';
      for (const body of [
        { hubUrl, type: 'wordpress', username: 'ann', apiKey: 'abcd efgh ijkl mnop qrst uvwx', profileId: 'p' },
        { hubUrl, type: 'micropub', apiKey: 'token', defaultSpaceSlug: 'news' },
        { hubUrl, connectCode: 'TCVX-XRPK-KNNF-NLSW' },
      ]) {
        const answer = await project.call('POST', '/accounts/connect-hub', { body });
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: 501,
          body: errorBody('not_implemented'),
        });
      }
    },
  },
  {
    section: '5',
    statement: 'connect-hub takes exactly one of apiKey and connectCode: any other shape is 400 invalid_request',
    async run(api) {
      const project = await api.project();
      const hubUrl = 'https://community.example.org';
      for (const [body, ...paths] of [
        [{}, 'hubUrl'],
        [{ hubUrl }, 'apiKey'],
        [{ hubUrl, type: 'micropub', apiKey: 'a', connectCode: 'b' }, 'apiKey'],
        [{ hubUrl, apiKey: 'a' }, 'type'],
        [{ hubUrl, type: 'wordpress', apiKey: 'a' }, 'username'],
        [{ hubUrl, type: 'ghost', apiKey: 'a' }, 'type'],
        [{ hubUrl: 'https://ann:secret@example.org', connectCode: 'a' }, 'hubUrl'],
        [{ hubUrl: 'https://example.org/?a=1', connectCode: 'a' }, 'hubUrl'],
        [{ hubUrl, connectCode: '' }, 'connectCode'],
        [{ hubUrl, connectCode: 'a'.repeat(256) }, 'connectCode'],
        [{ hubUrl, connectCode: 'a', profileId: 'p'.repeat(256) }, 'profileId'],
        [{ hubUrl, connectCode: 'a', defaultSpaceSlug: '' }, 'defaultSpaceSlug'],
      ] as const) {
        const answer = await project.call('POST', '/accounts/connect-hub', { body });
        expect({ status: answer.status, body: answer.body }, JSON.stringify(body)).toEqual({
          status: 400,
          body: invalidRequest(...paths),
        });
      }
    },
  },
  { section: '5', statement: 'hub accounts connect with a hub API key or a one-time connect code', open: HUBS },
  { section: '5', statement: 'a hub connection never expires', open: HUBS },
  { section: '8', statement: 'a hub takes a single image or a carousel of 2 to 10 items', open: HUBS },
];
