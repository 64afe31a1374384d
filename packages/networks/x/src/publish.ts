import type { Captions } from '@fanfare/contract';
import {
  bearer,
  type Call,
  NetworkError,
  okOrThrow,
  type Prepared,
  type PublicWrite,
  requireScopes,
  type Sent,
  unclearAnswer,
} from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { addCaptions } from './add-captions.ts';
import { MEDIA_SCOPES, WRITE_SCOPES, type XConfig } from './config.ts';
import { type DescribedMedia, describeMedia } from './describe-media.ts';
import { X_ERRORS } from './error-table.ts';
import { type OpenedMedia, openMedia } from './open-media.ts';
import { postUrl } from './post-url.ts';
import { reconcilePublish } from './reconcile-publish.ts';
import { toPostBody } from './to-post-body.ts';
import { type Uploaded, uploadMedia } from './upload-media.ts';
import { waitForMedia } from './wait-for-media.ts';
import { PostAnswer } from './wire.ts';

/**
 * Publishing a post. X knows no idempotency key: the one `POST /2/tweets` of `send` is never
 * repeated after an unknown outcome.
 */
export function createPublish(config: XConfig): PublicWrite<Draft> {
  return {
    prepare: (call, draft) => prepare(call, config, draft),
    send: (call, prepared) => send(call, config, prepared),
    reconcile: (call, attempt) => reconcilePublish(call, config, attempt),
  };
}

async function prepare(call: Call, config: XConfig, draft: Draft): Promise<Prepared> {
  requireScopes('X', call.credential, WRITE_SCOPES, 'posts');
  if (draft.media.length > 0) requireScopes('X', call.credential, MEDIA_SCOPES, 'images and videos');
  // Nothing is fetched when an earlier run has uploaded everything already.
  let opened: Promise<readonly OpenedMedia[]> | undefined;
  const open = () => {
    opened ??= openMedia(call, draft.media);
    return opened;
  };
  const mediaIds: string[] = [];
  for (const [mediaIndex, item] of draft.media.entries()) {
    const mediaId = await uploadAndAwait(call, config, { item, mediaIndex, count: draft.media.length, open });
    const altText = item.type === 'image' && item.altText?.trim() ? item.altText : null;
    const sensitive = draft.options?.x?.sensitiveMedia ?? [];
    if (altText !== null || sensitive.length > 0)
      await describe(call, config, { mediaId, altText, sensitive, mediaIndex });
    if (item.type === 'video') await caption(call, config, draft.options?.captions ?? [], { mediaId, mediaIndex });
    mediaIds.push(mediaId);
  }
  return { handle: null, body: toPostBody(draft, mediaIds) };
}

/** Steps of descriptions have numbers of their own, apart from those of the uploads. */
const FIRST_DESCRIPTION = 100;

/**
 * A stored step, so that a later run neither repeats the description nor loses the warning. A post
 * goes out without an alternative text that X refuses, never without a warning of sensitive media.
 */
function describe(call: Call, config: XConfig, media: DescribedMedia): Promise<string> {
  return call.step({
    kind: 'media',
    ordinal: FIRST_DESCRIPTION + media.mediaIndex,
    send: async (warn) => {
      const refusal = await describeMedia(call, config, media);
      if (refusal === null) return 'described';
      if (media.sensitive.length > 0) {
        const refusedAgain =
          media.altText === null ? refusal : await describeMedia(call, config, { ...media, altText: null });
        if (refusedAgain !== null) throw notMarked(refusedAgain, media.mediaIndex);
      }
      const why = refusal.facts.networkMessage ?? refusal.message;
      warn({
        code: 'alt_text_refused',
        message: `X did not take the alternative text of mediaItems[${media.mediaIndex}]: ${why}`,
      });
      return 'not described';
    },
  });
}

const notMarked = ({ facts }: NetworkError, mediaIndex: number): NetworkError =>
  new NetworkError({
    ...facts,
    message: `X did not take the warning of sensitive media for mediaItems[${mediaIndex}]. Nothing was published.`,
  });

/** Steps of subtitles, likewise. */
const FIRST_CAPTIONS = 200;

async function caption(
  call: Call,
  config: XConfig,
  captions: Captions,
  video: { readonly mediaId: string; readonly mediaIndex: number },
): Promise<void> {
  for (const index of captions.keys()) {
    await call.step({
      kind: 'media',
      ordinal: FIRST_CAPTIONS + index,
      send: async (warn) => {
        const refusal = await addCaptions(call, config, { captions, index, video });
        if (refusal === null) return 'captioned';
        const why = refusal.facts.networkMessage ?? refusal.message;
        warn({ code: 'captions_refused', message: `X did not take captions[${index}]: ${why}` });
        return 'not captioned';
      },
    });
  }
}

type Upload = {
  readonly item: Draft['media'][number];
  readonly mediaIndex: number;
  /** Media of the whole post. */
  readonly count: number;
  readonly open: () => Promise<readonly OpenedMedia[]>;
};

async function uploadAndAwait(call: Call, config: XConfig, { item, mediaIndex, count, open }: Upload): Promise<string> {
  /** The result of the upload, if this run made it. */
  let uploaded: Uploaded | undefined;
  const mediaId = await call.step({
    kind: 'media',
    ordinal: mediaIndex,
    send: async () => {
      const media = (await open())[mediaIndex];
      if (media === undefined) throw new RangeError(`mediaItems[${mediaIndex}] was not opened`);
      uploaded = await uploadMedia(call, config, media);
      return uploaded.mediaId;
    },
  });
  // Done by an earlier run: only X knows how far it is. A lone image may be a GIF, which X
  // processes; among others it is a still one.
  const mayBeStill = uploaded === undefined && item.type === 'image';
  const isReady = uploaded === undefined ? mayBeStill && count > 1 : uploaded.processing === null;
  const known = uploaded?.processing ?? null;
  if (!isReady) await waitForMedia(call, config, { mediaId, mediaIndex, known, mayBeStill });
  return mediaId;
}

async function send(call: Call, config: XConfig, prepared: Prepared): Promise<Sent> {
  const answer = await call.http({
    method: 'POST',
    url: `${config.apiUrl}/2/tweets`,
    headers: bearer(call.credential.accessToken),
    body: { json: prepared.body },
    effect: 'public',
    signal: call.signal,
  });
  okOrThrow(call, X_ERRORS, answer, { on: 'post', effect: 'public' });

  const read = PostAnswer.safeParse(answer.json);
  if (read.success) {
    const { id } = read.data.data;
    return { platformPostId: id, url: postUrl(config, call.account.username, id) };
  }
  // Also for a 201: every 201 of X holds the id, so one without it may come from a proxy. Reading
  // the timeline decides.
  throw unclearAnswer('X', 'the post was created', answer);
}
