import { expect } from 'vitest';
import { errorBody, invalidRequest } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '5';

export const hubShapeStatements: readonly Statement[] = [
  {
    section,
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
        [{ hubUrl, connectCode: 'a', profileId: '' }, 'profileId'],
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
  {
    section,
    statement: 'a hub address that is not public https is refused before anything is sent: 400 hub_url_not_allowed',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      for (const hubUrl of [
        'http://community.example.org',
        'https://localhost',
        'https://hub',
        'https://hub.lan/blog',
        'https://10.0.0.5',
        'https://169.254.169.254',
        'https://0x0a000005',
        'https://[::ffff:10.0.0.5]',
        'https://community.example.org:22',
      ]) {
        for (const how of [{ connectCode: 'TCVX' }, { type: 'micropub', apiKey: 'token' }]) {
          const { status, body } = await project.call('POST', '/accounts/connect-hub', { body: { hubUrl, ...how } });
          expect({ status, body }, hubUrl).toEqual({ status: 400, body: errorBody('hub_url_not_allowed', [DETAIL]) });
        }
      }
    },
  },
];

const DETAIL = { path: 'hubUrl', message: 'Must be a public https address.' };
