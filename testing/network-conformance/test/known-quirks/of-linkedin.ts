import { Secret } from '@fanfare/network';
import { caught, type Fixture, findPost } from '@fanfare/network-conformance';
import { createLinkedin, LINKEDIN_DEFAULTS, LINKEDIN_PAGE_SCOPES, linkedinVersions } from '@fanfare/network-linkedin';
import { describe, expect, it } from 'vitest';
import { aDraft } from '../a-draft.ts';
import { answerWith, connectAgain, publicCalls, publishOnce, quoteOnce, setControl } from './publish-and-connect.ts';

const RESERVED = '(a) #b *c* _d_ [e] {f} <g> @h ~i | \\';
/** A double would make 9007199254740993000 of it. */
const BIG = '9007199254740993123';

/** @param author the name of the account */
export function resharesOfLinkedin(fixture: () => Fixture, author: string): void {
  it('a reshare shows the post that it reshares', async () => {
    const reshare = await quoteOnce(fixture(), aDraft('Day 1'), aDraft('See this'));
    expect(reshare).toMatchObject({ text: 'See this', quote: { text: 'Day 1', author: { name: author } } });
  });
}

export function mentionsOfLinkedin(fixture: () => Fixture): void {
  it('an organization is found by its name in an address, in any case, and by the whole address', async () => {
    const find = (q: string) => fixture().adapter.findMentions!(fixture().call(), q);
    const mention = {
      type: 'organization',
      headline: null,
      name: 'Harbour Coffee',
      platformUserId: 'organization:90314427',
      text: '@[Harbour Coffee](urn:li:organization:90314427)',
      url: expect.stringMatching(/\/company\/harbour-coffee$/),
    };
    const one = { mentions: [mention], failure: null };
    expect(await find('Harbour-Coffee')).toEqual(one);
    expect(await find('https://www.linkedin.com/company/harbour-coffee/about/')).toEqual(one);
    expect(await find('harbour')).toEqual({ mentions: [], failure: null });
  });

  it('a follower of the page is found by the beginning of either name, unless LinkedIn refuses that look-up', async () => {
    const find = (q: string) => fixture().adapter.findMentions!(fixture().call(), q);
    const ben = {
      ...{ type: 'person', name: 'Ben Okafor', headline: 'Roaster', platformUserId: 'Yw5nH0cJxE' },
      text: '@[Ben Okafor](urn:li:person:Yw5nH0cJxE)',
      url: null,
    };
    expect(await find('ben')).toEqual({ mentions: [ben], failure: null });
    expect(await find('Okafor')).toEqual({ mentions: [ben], failure: null });
    await setControl(fixture(), 'day-limit', { resource: 'peopleTypeahead', limit: 0 });
    const { mentions, failure } = await find('harbour-coffee');
    expect([mentions.map(({ name }) => name), failure?.code]).toEqual([['Harbour Coffee'], 'rate_limited']);
  });

  it('without the permission to manage pages nothing is sent, and the remedy says who gives it', async () => {
    const { adapter, call, credential, requests } = fixture();
    const before = requests.length;
    const others = credential.scopes.filter((scope) => !/organization_(?:admin|followers)/.test(scope));
    // LinkedIn's page on the look-up does not name the permission that only reads.
    const scopes = [...others, 'r_organization_admin'];
    const error = await caught(
      adapter.findMentions!({ ...call(), credential: { ...credential, scopes } }, 'harbour-coffee'),
    );
    expect([error.code, error.outcome, requests.length]).toEqual(['permission_missing', 'not_sent', before]);
    expect(error.facts.remedy).toContain('approved for pages');
  });
}

export function quirksOfLinkedin(fixture: () => Fixture): void {
  const comment = async (platformPostId: string, text = 'First!') => {
    const { adapter, call } = fixture();
    return await adapter.comment!.send(call(), await adapter.comment!.prepare(call(), { platformPostId, text }));
  };
  const published = async () => {
    await publishOnce(fixture(), aDraft('Day 1'));
    const [post] = await fixture().testNetwork.posts();
    return post!.id;
  };

  describe('production quirks', () => {
    it('the id of a page beyond 2^53 that arrives as a bare number stays exact', async () => {
      const acl = `{"organization":"urn:li:organization:${BIG}","role":"ADMINISTRATOR","state":"APPROVED"}`;
      await answerWith(fixture(), 'GET', '/organizationAcls$', `{"elements":[${acl}]}`);
      const page = `{"id":${BIG},"vanityName":"big"}`;
      await answerWith(fixture(), 'GET', '/organizations$', `{"results":{"${BIG}":${page}},"statuses":{},"errors":{}}`);
      const answered = await fixture().adapter.connect.profiles(fixture().call(), fixture().credential);
      expect(answered.ok && answered.profiles.slice(1)).toEqual([
        { platformUserId: `organization:${BIG}`, username: 'big', otherIds: [] },
      ]);
    });

    it('an empty 201: the post exists, its id in a header', async () => {
      const id = await published();
      expect(id).toMatch(/^urn:li:(?:share|ugcPost):\d+$/);
      expect(publicCalls(fixture())).toBe(1);
    });

    it('an empty 201 without the header: the post exists, its id unknown, and nothing is sent again', async () => {
      await setControl(fixture(), 'post-without-id', { times: 1 });
      expect(await publishOnce(fixture(), aDraft('Day 1'))).toEqual({ state: 'live', platformPostId: null, url: null });
      expect([(await fixture().testNetwork.posts()).length, publicCalls(fixture())]).toEqual([1, 1]);
    });

    it('a ghost duplicate: a refusal that names an invisible post does not prove a post', async () => {
      await setControl(fixture(), 'ghost-duplicate', { times: 1 });
      const { adapter, call } = fixture();
      const prepared = await adapter.publish.prepare(call(), aDraft('Day 1'));
      const { code, outcome, facts } = await caught(adapter.publish.send(call(), prepared));
      expect([code, outcome, facts.networkCode]).toEqual(['duplicate_content', 'rejected', 'DUPLICATE_POST']);
      expect(facts.networkMessage).toMatch(/urn:li:\w+:\d+/);
      expect([await fixture().testNetwork.posts(), publicCalls(fixture())]).toEqual([[], 1]);
    });

    it('a ghost duplicate after a lost answer: its URN is never taken for the post', async () => {
      await setControl(fixture(), 'ghost-duplicate', { times: 1 });
      const { adapter, call, clock } = fixture();
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
      await setControl(fixture(), 'young-tokens', { seconds: 3 });
      expect((await connectAgain(fixture())).answered.ok).toBe(true);
    });

    it('a bot wall in HTML does not refuse a post: its outcome is unknown', async () => {
      const { adapter, call } = fixture();
      const prepared = await adapter.publish.prepare(call(), aDraft('Day 1'));
      await setControl(fixture(), 'bot-wall', { times: 1 });
      const { code, outcome } = await caught(adapter.publish.send(call(), prepared));
      expect([code, outcome]).toEqual(['network_unavailable', 'unknown']);
    });

    it('reserved characters of little text appear in posts and in comments as they were written', async () => {
      await publishOnce(fixture(), aDraft(RESERVED));
      const [post] = await fixture().testNetwork.posts();
      expect(post?.text).toBe(RESERVED);
      await comment(post!.id, RESERVED);
      expect((await findPost(fixture(), post!.id)).comments.map(({ text }) => text)).toEqual([RESERVED]);
    });

    it.each(['execution', 'activity'])(
      'a comment that comes too early (%s) was not created, and may be sent again',
      async (answer) => {
        await setControl(fixture(), 'comment-race', { times: 1, answer });
        const id = await published();
        const { code, outcome, facts } = await caught(comment(id));
        expect([code, outcome, facts.retryAfterMs]).toEqual(['network_unavailable', 'rejected', 2_000]);
        await comment(id);
        expect((await findPost(fixture(), id)).comments).toHaveLength(1);
      },
    );

    it.each(['plain', 'empty'])('a comment whose answer is %s exists, and has an id', async (shape) => {
      const id = await published();
      await setControl(fixture(), 'comment-answer', { shape });
      expect((await comment(id)).platformPostId).toMatch(/\d+/);
      expect((await findPost(fixture(), id)).comments).toHaveLength(1);
    });

    it('a version that has ended is replaced by the next one, also on the public call, and nothing is published twice', async () => {
      const { api: apiUrl = '', www: wwwUrl = '' } = fixture().testNetwork.known;
      const { publish } = createLinkedin({
        ...LINKEDIN_DEFAULTS,
        scopes: LINKEDIN_PAGE_SCOPES,
        apiUrl,
        wwwUrl,
        versions: linkedinVersions({ wanted: ['202609', '202607'] }),
        clientId: 'sandbox-linkedin-app',
        clientSecret: new Secret('sandbox-linkedin-secret'),
      });
      await setControl(fixture(), 'retire-version', { version: '202609' });
      const run = fixture().call();
      const { platformPostId } = await publish.send(run, await publish.prepare(run, aDraft('Day 1')));
      const asked = fixture().requests.filter(({ url }) => url.pathname.endsWith('/rest/posts'));
      expect(asked.map(({ headers }) => headers['linkedin-version'])).toEqual(['202609', '202607']);
      expect((await fixture().testNetwork.posts()).map(({ id }) => id)).toEqual([platformPostId]);
    });

    it('every versioned call sends the configured version', async () => {
      await published();
      const versions = fixture().requests.map(({ headers }) => headers['linkedin-version']);
      expect(new Set(versions.filter((version) => version !== undefined))).toEqual(new Set(['202609']));
    });

    it('counts are read where the newer permission allows it', async () => {
      const { adapter, call, credential } = fixture();
      const id = await published();
      const scopes = [...credential.scopes, 'r_organization_social_feed', 'r_member_social_feed'];
      await setControl(fixture(), 'scopes', { username: 'ada', scopes });
      await setControl(fixture(), 'metrics', { platformPostId: id, likes: 7 });
      const counts = await adapter.metrics?.({ ...call(), credential: { ...credential, scopes } }, id);
      expect(counts).toEqual({ views: null, likes: 7, comments: 0, shares: null, saves: null });
    });
  });
}
