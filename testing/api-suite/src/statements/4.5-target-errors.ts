import { type Account, type OAuthPlatform, TARGET_ERRORS, type TargetErrorCode } from '@fanfare/contract';
import { expect } from 'vitest';
import { expectedPost } from '../expected-post.ts';
import { ANY, failedTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.5';

/** Each code a network can cause, and a network that can be brought to it. */
const CAUSED: readonly (readonly [code: TargetErrorCode, platform: OAuthPlatform])[] = [
  ['rate_limited', 'threads'],
  ['rate_limited', 'x'],
  ['duplicate_content', 'instagram'],
  ['content_rejected', 'threads'],
  ['media_rejected', 'instagram'],
  ['media_unreachable', 'instagram'],
  ['media_processing_failed', 'threads'],
  ['permission_missing', 'instagram'],
  ['account_restricted', 'instagram'],
  ['account_restricted', 'threads'],
  ['account_restricted', 'x'],
  ['account_restricted', 'linkedin'],
  ['network_unavailable', 'linkedin'],
  ['internal_error', 'instagram'],
  ['network_credits_exhausted', 'x'],
  ['outcome_unknown', 'linkedin'],
  ['media_processing_timeout', 'linkedin'],
];

/** Codes that the server's networks return to the next caller. */
const HOLD_FOR_ALL: readonly TargetErrorCode[] = [
  'network_unavailable',
  'network_credits_exhausted',
  'outcome_unknown',
  'media_processing_timeout',
];

/** Errors of a post that no process publishes, or not to the end. */
const ABANDONED = [
  {
    code: 'schedule_missed',
    statement:
      'a post that no process claimed within a day after its time fails with schedule_missed and costs nothing',
  },
  {
    code: 'worker_lost',
    statement: 'a target whose worker is gone before anything was sent fails with worker_lost and costs nothing',
  },
] as const;

const caused = ([code, platform]: (typeof CAUSED)[number]): Statement => ({
  section,
  statement: `what ${platform} answers is reported as ${code}, in error and errorDetail; the other target is published`,
  ...(HOLD_FOR_ALL.includes(code) && { alone: 'the fault applies to the next caller of the network' }),
  async run(api) {
    const project = await api.project();
    const bystanderPlatform = platform === 'threads' ? 'x' : 'threads';
    const [account, bystander] = await Promise.all([project.connect(platform), project.connect(bystanderPlatform)]);
    await api.script(account, { of: 'publish', code });
    const mediaItems = [{ type: 'image', url: api.file('harbour.jpg') }];
    const { status, body } = await project.call('POST', '/posts', {
      body: {
        content: 'Will it go out?',
        platforms: [targetEntry(account, { mediaItems }), targetEntry(bystander)],
        idempotencyKey: api.newKey(),
      },
    });
    // `mediaIndex` is set when a file is at fault and the network says which.
    const mediaIndex = expect.toSatisfy((at) => at === null || (at === 0 && code.startsWith('media_')));
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        post: expectedPost({
          content: 'Will it go out?',
          status: 'partial',
          targets: [failedTarget(account, code, { mediaIndex }), publishedTarget(bystander)],
        }),
        replayed: false,
        warnings: [],
      },
    });
    const { targets } = (body as { post: { targets: [{ error: string; errorDetail: { message: string } }] } }).post;
    expect(targets[0].error).toBe(`${code}: ${targets[0].errorDetail.message}`);
    // Only what was published is billed.
    expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 1, reserved: 0 });
  },
});

export const targetErrorStatements: readonly Statement[] = [
  ...CAUSED.map(caused),
  ...(['expired', 'revoked'] as const).map(
    (how): Statement => ({
      section,
      statement: `a target whose account is ${how} fails with account_not_active; only that target fails`,
      async run(api) {
        const project = await api.project();
        const { x, threads } = await project.connectAll();
        expect((await project.lapse(threads, how)).status).toBe(how);
        const { status, body } = await project.call('POST', '/posts', {
          body: {
            content: 'Only one can.',
            platforms: [targetEntry(threads), targetEntry(x)],
            idempotencyKey: api.newKey(),
          },
        });
        expect({ status, body }).toEqual({
          status: 201,
          body: {
            post: expectedPost({
              content: 'Only one can.',
              status: 'partial',
              targets: [failedTarget(threads, 'account_not_active'), publishedTarget(x)],
            }),
            replayed: false,
            warnings: [],
          },
        });
      },
    }),
  ),
  ...(['threads', 'x', 'linkedin'] as const).map(
    (platform): Statement => ({
      section,
      statement: `a credential ${platform} definitely refuses: the account is expired, its target says so, and it is asked no more`,
      async run(api) {
        const project = await api.project();
        const account = await project.connect(platform);
        await api.script(account, { of: 'publish', code: 'credential_rejected' });
        const refused = await project.publish({ content: 'Refused.', platforms: [targetEntry(account)] });
        expect(refused.targets).toEqual([failedTarget(account, 'account_not_active')]);
        // LinkedIn gives only partners a credential that can be renewed.
        expect((await project.call('GET', `/accounts/${account.id}`)).body).toEqual({
          account: {
            ...account,
            status: 'expired',
            statusReason: platform === 'linkedin' ? 'not_renewable' : 'refresh_rejected',
          },
        });
        const { targets } = await project.publish({ content: 'Again.', platforms: [targetEntry(account)] });
        expect(targets).toEqual([failedTarget(account, 'account_not_active')]);
      },
    }),
  ),
  {
    section,
    statement: 'a post none of whose targets could be published is failed, and its answer is 201 all the same',
    async run(api) {
      const project = await api.project();
      const [one, two] = await Promise.all([project.connect('threads'), project.connect('threads')]);
      await api.script(one, { of: 'publish', code: 'content_rejected' });
      await project.call('DELETE', `/accounts/${two.id}`);
      const { status, body } = await project.call('POST', '/posts', {
        body: { content: 'Nobody.', platforms: [targetEntry(one), targetEntry(two)], idempotencyKey: api.newKey() },
      });
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          post: expectedPost({
            content: 'Nobody.',
            status: 'failed',
            targets: [failedTarget(one, 'content_rejected'), failedTarget(two, 'account_not_active')],
          }),
          replayed: false,
          warnings: [],
        },
      });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 0 });
    },
  },
  {
    section,
    statement: 'a carousel fails atomically: one item the network refuses, and nothing of it is published',
    async run(api) {
      const project = await api.project();
      const instagram = await project.connect('instagram');
      await api.script(instagram, { of: 'publish', code: 'media_rejected' });
      const media = (['harbour.jpg', 'beans.jpg', 'roastery.jpg'] as const).map((name) => ({
        type: 'image',
        url: api.file(name),
      }));
      const { status, body } = await project.call('POST', '/posts', {
        body: { mediaItems: media, platforms: [targetEntry(instagram)], idempotencyKey: api.newKey() },
      });
      const mediaIndex = expect.toSatisfy((at) => at === null || [0, 1, 2].includes(at));
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          post: expectedPost({
            content: '',
            media,
            status: 'failed',
            targets: [failedTarget(instagram, 'media_rejected', { mediaIndex })],
          }),
          replayed: false,
          warnings: [],
        },
      });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 0 });
    },
  },
  {
    section,
    statement: 'a scheduled target fails when its time has come; each target settles independently',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      const publishAt = await api.in(4_000);
      const post = await project.publish({
        content: 'Later, and half.',
        publishAt,
        platforms: [targetEntry(threads), targetEntry(x)],
      });
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      expect(await project.settled(post.id)).toEqual({
        ...expectedPost({
          content: 'Later, and half.',
          status: 'partial',
          publishAt,
          targets: [failedTarget(threads, 'content_rejected'), publishedTarget(x)],
        }),
        id: post.id,
      });
    },
  },
  ...ABANDONED.map(
    ({ code, statement }): Statement => ({
      section,
      statement,
      async run(api) {
        const project = await api.project();
        const [x, threads] = await Promise.all([project.connect('x'), project.connect('threads')]);
        const content = 'Is anybody there?';
        const post = await project.publish({
          content,
          publishAt: await api.in(8_000),
          platforms: [targetEntry(x), targetEntry(threads)],
        });
        expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 2 });
        await api.abandon(post, code);
        const { remedy } = TARGET_ERRORS[code];
        const failed = (account: Account) =>
          failedTarget(account, code, { networkCode: null, networkMessage: null, remedy });
        const settled = await project.settled(post.id);
        expect(settled).toEqual({
          ...expectedPost({ content, status: 'failed', publishAt: ANY.time, targets: [failed(x), failed(threads)] }),
          id: post.id,
        });
        for (const { error, errorDetail } of settled.targets) expect(error).toBe(`${code}: ${errorDetail?.message}`);
        expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 0 });
        const again = await project.publish({ content, platforms: [targetEntry(x)] });
        expect(again.targets).toEqual([publishedTarget(x)]);
      },
    }),
  ),
  {
    section,
    statement: 'an unknown spaceSlug fails its target with space_not_found; the other targets are published',
    async run(api) {
      const project = await api.project();
      const [hub, x] = [await project.connectHub('wordpress'), await project.connect('x')];
      const spaceSlug = api.newName();
      const content = `Where is ${spaceSlug}?`;
      const post = await project.publish({ content, platforms: [targetEntry(hub, { spaceSlug }), targetEntry(x)] });
      const message = `The hub has no space with the slug "${spaceSlug}".`;
      const nothing = { networkCode: null, networkMessage: null };
      const failed = failedTarget(hub, 'space_not_found', {
        ...nothing,
        message,
        remedy: TARGET_ERRORS.space_not_found.remedy,
      });
      expect(post).toEqual(expectedPost({ content, status: 'partial', targets: [failed, publishedTarget(x)] }));
      expect(post.targets[0]?.error).toBe(`space_not_found: ${message}`);
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 1, reserved: 0 });
    },
  },
];
