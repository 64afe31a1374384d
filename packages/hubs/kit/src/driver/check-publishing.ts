import type { HubAdapter, HubPost, HubSpace } from '@fanfare/hub';
import type { AccountCall, NetworkError, Sent } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { KitRun } from '../kit-run.ts';
import { type CheckResult, failed, passed, skipped } from '../report/check.ts';
import { RULES } from '../rules.ts';
import { type Publish, startPublish } from './make-call.ts';
import { findInSpace, readBack } from './read-back.ts';
import { SAMPLE_IMAGES } from './sample-images.ts';
import { loseAnswer, watchHttp } from './watch-http.ts';

export type MadePost = Publish & { readonly url: string; readonly platformPostId: string };

export type Publishing = {
  readonly hub: HubAdapter;
  readonly account: AccountCall;
  readonly space: HubSpace | null;
  /** The time that a published page may take to appear. */
  readonly waitMs: number;
};

const LINES = [
  'This post checks the hub. The kit deletes it where the hub allows.',
  '1 < 2 & 3 > 2, und Grüße an alle.',
];

/** Publishes text, image and carousel, reads them back, and finds a post with a lost answer. */
export async function checkPublishing(run: KitRun, publishing: Publishing): Promise<readonly MadePost[]> {
  const made: MadePost[] = [];
  const { recorder } = run;
  recorder.section(publishing.space ? `Publishing in “${publishing.space.name}”` : 'Publishing');
  for (const [what, images] of [
    ['a text', []],
    ['an image with its alternative text', SAMPLE_IMAGES.slice(0, 1)],
    [`a carousel of ${SAMPLE_IMAGES.length} images with alternative texts`, SAMPLE_IMAGES],
  ] as const) {
    const draft = draftOf(what, images, publishing.space);
    let post = null as MadePost | null;
    await recorder.check({ name: `${what} is published`, rule: RULES.publish, expected: 'an address' }, async () => {
      const publish = startPublish(publishing.account);
      const prepared = await publishing.hub.publish.prepare(publish.call, draft);
      if (namesSamples(publish))
        return skipped('the hub takes images by address only, and the kit has no public address');
      post = await toPost(publish, await publishing.hub.publish.send(publish.call, prepared));
      if (post === null) return failed('no address');
      made.push(post);
      return passed();
    });
    await checkPage(run, publishing, { what, draft, post });
  }
  await checkLostAnswer(run, publishing, made);
  return made;
}

async function checkPage(
  { recorder, clock }: KitRun,
  { space, waitMs }: Publishing,
  { what, draft, post }: { readonly what: string; readonly draft: Draft; readonly post: MadePost | null },
): Promise<void> {
  const name = `a visitor sees ${what}`;
  const rule = draft.media.length > 0 ? RULES.altTexts : RULES.publish;
  const expected = 'every line of the text, and every image with its alternative text';
  await recorder.check({ name, rule, expected }, () =>
    post === null ? skipped('nothing was published') : readBack(clock, { url: post.url, post: postOf(draft), waitMs }),
  );
  const inSpace = { name: `a visitor finds ${what} in the space`, rule: RULES.publish, expected: 'a link to the post' };
  await recorder.check(inSpace, () => {
    if (post === null) return skipped('nothing was published');
    if (space === null) return skipped('the hub has no spaces');
    return findInSpace(clock, { spaceUrl: space.url, url: post.url, waitMs });
  });
}

async function checkLostAnswer(run: KitRun, publishing: Publishing, made: MadePost[]): Promise<void> {
  const { hub, account, space, waitMs } = publishing;
  const { recorder, clock } = run;
  const what = 'a text whose answer is lost';
  const draft = draftOf(what, [], space);
  let post = null as MadePost | null;
  const asked = { name: 'a post whose answer was lost is found', rule: RULES.lostAnswer, expected: 'the post' };
  await recorder.check(asked, async (): Promise<CheckResult> => {
    const publish = startPublish(account, loseAnswer(account.http));
    const prepared = await hub.publish.prepare(publish.call, draft);
    const intendedAt = clock.now();
    const error = await hub.publish.send(publish.call, prepared).then(
      () => null,
      (reason: NetworkError) => reason,
    );
    if (error === null) return failed('an answer, which the kit had to lose');
    if (error.outcome !== 'unknown') throw error;

    const statuses: number[] = [];
    const http = watchHttp(account.http, ({ status }) => statuses.push(status));
    const { handle } = prepared;
    const facts = { input: draft, handle, intendedAt, agoMs: 0, sends: 1, error, earlierErrors: [] };
    const verdict = await hub.publish.reconcile({ ...publish.call, http }, facts);
    if (verdict.state !== 'live') {
      const isClosed = statuses.length > 0 && statuses.every((status) => status >= 400);
      return isClosed
        ? skipped(`the hub does not list its posts; look for “${draft.content.split('\n')[0]}” and delete it`)
        : failed(`the verdict ${verdict.state}`);
    }
    post = await toPost({ ...publish, call: { ...publish.call, http: account.http } }, verdict);
    if (post === null) return failed('a post without an address');
    made.push(post);
    return passed();
  });
  const seen = { name: `a visitor sees ${what}`, rule: RULES.publish, expected: 'every line of the text' };
  await recorder.check(seen, () =>
    post === null ? skipped('it was not found') : readBack(clock, { url: post.url, post: postOf(draft), waitMs }),
  );
}

function draftOf(what: string, images: typeof SAMPLE_IMAGES, space: HubSpace | null): Draft {
  const title = `Hub Connect kit: ${what}`;
  return {
    content: [title, '', LINES[0], '', LINES[1]].join('\n'),
    media: images.map(({ url, altText }) => ({ type: 'image', url, altText })),
    firstComment: null,
    aiGenerated: false,
    spaceSlug: space?.slug ?? null,
  };
}

const postOf = ({ content, media }: Draft): HubPost => ({
  text: content,
  images: media.map(({ url, altText }) => ({ url, altText: altText ?? null })),
});

async function toPost(publish: Publish, { platformPostId, url }: Sent): Promise<MadePost | null> {
  return url === null || platformPostId === null ? null : { ...publish, url, platformPostId };
}

/** Gives the addresses of images to a server without a media endpoint. */
const namesSamples = ({ steps }: Publish): boolean =>
  steps.some(({ kind, handle }) => kind === 'media' && SAMPLE_IMAGES.some(({ url }) => url === handle));
