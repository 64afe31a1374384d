import { Secret } from '@fanfare/network';
import { caught, findPost, type Stage } from '@fanfare/network-conformance';
import { createLinkedin, LINKEDIN_DEFAULTS, LINKEDIN_PAGE_SCOPES, linkedinVersions } from '@fanfare/network-linkedin';
import { describe, expect, it } from 'vitest';
import { aDraft } from '../a-draft.ts';
import { answerWith, connectAgain, publicCalls, publishOnce, turn } from './at-stage.ts';

const RESERVED = '(a) #b *c* _d_ [e] {f} <g> @h ~i | \\';
/** A double would make 9007199254740993000 of it. */
const BIG = '9007199254740993123';

export function surprisesOfLinkedin(stage: () => Stage): void {
  const comment = async (platformPostId: string, text = 'First!') => {
    const { adapter, call } = stage();
    return await adapter.comment!.send(call(), await adapter.comment!.prepare(call(), { platformPostId, text }));
  };
  const published = async () => {
    await publishOnce(stage(), aDraft('Day 1'));
    const [post] = await stage().rig.posts();
    return post!.id;
  };

  describe('surprises of production', () => {
    it('the id of a page beyond 2^53 that comes as a bare number stays digit for digit', async () => {
      const acl = `{"organization":"urn:li:organization:${BIG}","role":"ADMINISTRATOR","state":"APPROVED"}`;
      await answerWith(stage(), 'GET', '/organizationAcls$', `{"elements":[${acl}]}`);
      const page = `{"id":${BIG},"vanityName":"big"}`;
      await answerWith(stage(), 'GET', '/organizations$', `{"results":{"${BIG}":${page}},"statuses":{},"errors":{}}`);
      const answered = await stage().adapter.connect.profiles(stage().call(), stage().credential);
      expect(answered.ok && answered.profiles.slice(1)).toEqual([
        { platformUserId: `organization:${BIG}`, username: 'big', otherIds: [] },
      ]);
    });

    it('an empty 201: the post is there, its id in a header', async () => {
      const id = await published();
      expect(id).toMatch(/^urn:li:(?:share|ugcPost):\d+$/);
      expect(publicCalls(stage())).toBe(1);
    });

    it('an empty 201 without the header: the post is there, its id unknown, and nothing is sent again', async () => {
      await turn(stage(), 'post-without-id', { times: 1 });
      expect(await publishOnce(stage(), aDraft('Day 1'))).toEqual({ state: 'live', platformPostId: null, url: null });
      expect([(await stage().rig.posts()).length, publicCalls(stage())]).toEqual([1, 1]);
    });

    it('a ghost duplicate: a refusal that names a post nobody can see is no proof of a post', async () => {
      await turn(stage(), 'ghost-duplicate', { times: 1 });
      const { adapter, call } = stage();
      const prepared = await adapter.publish.prepare(call(), aDraft('Day 1'));
      const { code, outcome, facts } = await caught(adapter.publish.send(call(), prepared));
      expect([code, outcome, facts.networkCode]).toEqual(['duplicate_content', 'rejected', 'DUPLICATE_POST']);
      expect(facts.networkMessage).toMatch(/urn:li:\w+:\d+/);
      expect([await stage().rig.posts(), publicCalls(stage())]).toEqual([[], 1]);
    });

    it('a ghost duplicate after a lost answer: the URN it names is never taken for the post', async () => {
      await turn(stage(), 'ghost-duplicate', { times: 1 });
      const { adapter, call, clock } = stage();
      const draft = aDraft('Day 1');
      const error = await caught(adapter.publish.send(call(), await adapter.publish.prepare(call(), draft)));
      const attempt = {
        input: draft,
        handle: null,
        intendedAt: clock.now(),
        agoMs: 100_000,
        sends: 2,
        error,
        earlierErrors: [],
      };
      expect(await adapter.publish.reconcile(call(), attempt)).toEqual({ state: 'undecided' });
    });

    it('a token called revoked in its first seconds does not end a connect', async () => {
      await turn(stage(), 'young-tokens', { seconds: 3 });
      expect((await connectAgain(stage())).answered.ok).toBe(true);
    });

    it('a bot wall in HTML is no refusal of a post: whether it went out is not known', async () => {
      const { adapter, call } = stage();
      const prepared = await adapter.publish.prepare(call(), aDraft('Day 1'));
      await turn(stage(), 'bot-wall', { times: 1 });
      const { code, outcome } = await caught(adapter.publish.send(call(), prepared));
      expect([code, outcome]).toEqual(['network_unavailable', 'unknown']);
    });

    it('reserved characters of little text are read in posts and in comments as they were written', async () => {
      await publishOnce(stage(), aDraft(RESERVED));
      const [post] = await stage().rig.posts();
      expect(post?.text).toBe(RESERVED);
      await comment(post!.id, RESERVED);
      expect((await findPost(stage(), post!.id)).comments.map(({ text }) => text)).toEqual([RESERVED]);
    });

    it.each(['execution', 'activity'])(
      'a comment that comes too early (%s) was not made, and may be sent again',
      async (answer) => {
        await turn(stage(), 'comment-race', { times: 1, answer });
        const id = await published();
        const { code, outcome, facts } = await caught(comment(id));
        expect([code, outcome, facts.retryAfterMs]).toEqual(['network_unavailable', 'rejected', 2_000]);
        await comment(id);
        expect((await findPost(stage(), id)).comments).toHaveLength(1);
      },
    );

    it.each(['plain', 'empty'])('a comment whose answer is %s is made, and has an id', async (shape) => {
      const id = await published();
      await turn(stage(), 'comment-answer', { shape });
      expect((await comment(id)).platformPostId).toMatch(/\d+/);
      expect((await findPost(stage(), id)).comments).toHaveLength(1);
    });

    it('a version that has ended gives way to the next one, on the public call too, and nothing is published twice', async () => {
      const { api: apiUrl = '', www: wwwUrl = '' } = stage().rig.known;
      const { publish } = createLinkedin({
        ...LINKEDIN_DEFAULTS,
        scopes: LINKEDIN_PAGE_SCOPES,
        apiUrl,
        wwwUrl,
        versions: linkedinVersions({ wanted: ['202609', '202607'] }),
        clientId: 'sandbox-linkedin-app',
        clientSecret: new Secret('sandbox-linkedin-secret'),
      });
      await turn(stage(), 'retire-version', { version: '202609' });
      const run = stage().call();
      const { platformPostId } = await publish.send(run, await publish.prepare(run, aDraft('Day 1')));
      const asked = stage().requests.filter(({ url }) => url.pathname.endsWith('/rest/posts'));
      expect(asked.map(({ headers }) => headers['linkedin-version'])).toEqual(['202609', '202607']);
      expect((await stage().rig.posts()).map(({ id }) => id)).toEqual([platformPostId]);
    });

    it('every versioned call asks for the version that was configured', async () => {
      await published();
      const versions = stage().requests.map(({ headers }) => headers['linkedin-version']);
      expect(new Set(versions.filter((version) => version !== undefined))).toEqual(new Set(['202609']));
    });

    it('counts are read where the newer permission allows it', async () => {
      const { adapter, call, credential } = stage();
      const id = await published();
      const scopes = [...credential.scopes, 'r_organization_social_feed', 'r_member_social_feed'];
      await turn(stage(), 'scopes', { username: 'ada', scopes });
      await turn(stage(), 'metrics', { platformPostId: id, likes: 7 });
      const counts = await adapter.metrics?.({ ...call(), credential: { ...credential, scopes } }, id);
      expect(counts).toEqual({ views: null, likes: 7, comments: 0, shares: null, saves: null });
    });
  });
}
