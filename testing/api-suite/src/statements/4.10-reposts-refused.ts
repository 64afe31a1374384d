import { expect } from 'vitest';
import { ANY, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.10';

export const repostsRefusedStatements: readonly Statement[] = [
  {
    section,
    statement: 'an address that is no link to a post on x: 400 invalid_request',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const links = [
        'https://x.com/somebody',
        'https://t.co/abc',
        'https://example.com/somebody/status/20',
        'https://x.com:8443/somebody/status/20',
        'https://x.com/somebody/status/soon',
        'not a link',
        'https://me@x.com/somebody/status/20',
        '',
        ' ',
        'https:/x.com/somebody/status/20',
        'https://x.com/some body/status/20',
        '12345678901234567890',
      ];
      for (const url of links) {
        const { status, body } = await project.call('POST', '/reposts', { body: { url, accountIds: [x.id] } });
        expect({ status, body }, url).toEqual({
          status: 400,
          body: errorBody('invalid_request', [{ path: 'url', message: ANY.sentence }]),
        });
      }
    },
  },
  {
    section,
    statement:
      'a platformPostId that no post of the platform can have: 400 invalid_request, as for a link that names none',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      for (const platformPostId of [
        'twenty',
        '0',
        '0123',
        '12345678901234567890',
        ' 20',
        'https://x.com/a/status/20',
      ]) {
        const { status, body } = await project.call('POST', '/reposts', {
          body: { platform: 'x', platformPostId, accountIds: [x.id] },
        });
        expect({ status, body }, platformPostId).toEqual({
          status: 400,
          body: errorBody('invalid_request', [{ path: 'platformPostId', message: ANY.sentence }]),
        });
      }
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 0 });
    },
  },
  {
    section,
    statement: 'the post is named by url, or by platform and platformPostId: both, half or none is 400 invalid_request',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const url = 'https://x.com/somebody/status/20';
      const detail = { path: 'url', message: 'Give either `url`, or `platform` and `platformPostId`.' };
      for (const named of [
        {},
        { url, platform: 'x', platformPostId: '20' },
        { url, platform: 'x' },
        { platform: 'x' },
        { platformPostId: '20' },
      ]) {
        const { status, body } = await project.call('POST', '/reposts', { body: { ...named, accountIds: [x.id] } });
        expect({ status, body }, JSON.stringify(named)).toEqual({
          status: 400,
          body: errorBody('invalid_request', [detail]),
        });
      }
    },
  },
  {
    section,
    statement: 'accountIds are 1 to 10 ids: else 400 invalid_request',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      for (const accountIds of [undefined, [], Array(11).fill(x.id), x.id]) {
        const { status, body } = await project.call('POST', '/reposts', {
          body: { platform: 'x', platformPostId: '20', accountIds },
        });
        expect({ status, body }).toEqual({
          status: 400,
          body: errorBody('invalid_request', [{ path: 'accountIds', message: ANY.sentence }]),
        });
      }
    },
  },
  {
    section,
    statement: 'an account that is missing or not of the project: 404 account_not_found, the same for both',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      const [own, foreign] = await Promise.all([project.connect('threads'), other.connect('x')]);
      const accountIds = [own.id, foreign.id, 'acc_00000000000000000000000000', 'nonsense'];
      const { status, body } = await project.call('POST', '/reposts', {
        body: { platform: 'x', platformPostId: '20', accountIds },
      });
      const details = accountIds.slice(1).map((accountId, at) => ({
        path: `accountIds[${at + 1}]`,
        message: `There is no account ${accountId} in this project.`,
        accountId,
      }));
      expect({ status, body }).toEqual({ status: 404, body: errorBody('account_not_found', details) });
    },
  },
  {
    section,
    statement: 'an account of another platform than the post’s: 400 platform_mismatch, and nothing is reposted',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      const { status, body } = await project.call('POST', '/reposts', {
        body: { url: 'https://x.com/somebody/status/20', accountIds: [x.id, threads.id] },
      });
      const detail = {
        path: 'accountIds[1]',
        message: `Account ${threads.id} is on threads, but the post is on x.`,
        platform: 'x',
        accountId: threads.id,
      };
      expect({ status, body }).toEqual({ status: 400, body: errorBody('platform_mismatch', [detail]) });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 0 });
    },
  },
];
