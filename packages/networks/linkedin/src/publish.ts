import { type Call, okOrThrow, type Prepared, type PublicWrite, type Sent, unclearAnswer } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { sendRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { LINKEDIN_ERRORS } from './error-table.ts';
import { leaveOutCard, makeLinkCard } from './link-card.ts';
import { reconcilePublish } from './reconcile-publish.ts';
import { linkedinRules } from './rules.ts';
import { requireWriteScope } from './social-scopes.ts';
import { toPostBody } from './to-post-body.ts';
import { uploadDocument } from './upload-document.ts';
import { uploadImage } from './upload-image.ts';
import { uploadVideo } from './upload-video.ts';
import { authorUrn, postUrl } from './urn.ts';
import { waitBlindly, waitForDocument, waitForImage, waitForVideo } from './wait-for-asset.ts';

/**
 * Publishing as a person or a page. LinkedIn knows no idempotency key: the one `POST /rest/posts`
 * of `send` is never repeated after an unknown outcome.
 */
export function createPublish(config: LinkedinConfig): PublicWrite<Draft> {
  return {
    prepare: (call, draft) => prepare(call, config, draft),
    send: (call, prepared) => send(call, config, prepared),
    reconcile: (call, attempt) => reconcilePublish(call, config, attempt),
    leaveOut: leaveOutCard,
  };
}

async function prepare(call: Call, config: LinkedinConfig, draft: Draft): Promise<Prepared> {
  requireWriteScope(call, 'posts');
  const owner = authorUrn(call.account.platformUserId);
  const urns: string[] = [];
  let hasNewImage = false;
  for (const [mediaIndex, item] of draft.media.entries()) {
    const { url, coverUrl } = item;
    const urn = await call.step({
      kind: 'media',
      ordinal: mediaIndex,
      send: () => {
        if (item.type === 'video')
          return uploadVideo(call, config, { url, coverUrl, captions: draft.options?.captions, owner, mediaIndex });
        if (item.type === 'document') return uploadDocument(call, config, { url, owner, mediaIndex });
        hasNewImage = true;
        return uploadImage(call, config, { url, owner, mediaIndex });
      },
    });
    urns.push(urn);
  }
  // Once all are there: LinkedIn processes them side by side.
  let isBlind = false;
  for (const [mediaIndex, { type }] of draft.media.entries()) {
    const asset = { urn: urns[mediaIndex] ?? '', mediaIndex };
    if (type === 'video') await waitForVideo(call, config, asset);
    else if (type === 'document') await waitForDocument(call, config, asset);
    else if ((await waitForImage(call, config, asset)) === 'forbidden') isBlind = true;
  }
  if (isBlind && hasNewImage) await waitBlindly(call);
  const link = linkedinRules.linkCard?.(draft) ?? null;
  const card = link === null ? null : await makeLinkCard(call, config, { url: link, owner });
  return { handle: null, body: toPostBody(owner, draft, { mediaUrns: urns, card }) };
}

async function send(call: Call, config: LinkedinConfig, prepared: Prepared): Promise<Sent> {
  const answer = await sendRest(call, config, call.credential.accessToken, {
    path: 'posts',
    json: prepared.body,
    effect: 'public',
  });
  okOrThrow(call, LINKEDIN_ERRORS, answer, { on: 'api', effect: 'public' });

  const urn = readPostUrn(answer.headers);
  if (urn !== null) return { platformPostId: urn, url: postUrl(config.wwwUrl, urn) };
  // 201 without a body is LinkedIn's own word for "created"; any other 2xx without an id may come
  // from something in between.
  if (answer.status === 201 && answer.text === '') return { platformPostId: null, url: null };
  throw unclearAnswer('LinkedIn', 'the post was created', answer);
}

/** The body of the 201 is empty; the id is in a header (LinkedIn, Posts API, 2026-11). */
function readPostUrn(headers: Readonly<Record<string, string>>): string | null {
  const candidates = [headers['x-restli-id'], headers['x-linkedin-id'], headers.location?.split('/').at(-1)];
  for (const candidate of candidates) {
    const urn = candidate === undefined ? null : decode(candidate);
    if (urn?.startsWith('urn:li:')) return urn;
  }
  return null;
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
