import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, MediaFile, Post } from '@fanfare/contract';
import type { Project } from '../harness.ts';
import { inMs } from '../in-ms.ts';

/** A post that was answered with success. */
export type Acknowledged = { readonly key: string; readonly id: string };

export type Load = {
  readonly acknowledged: readonly Acknowledged[];
  /** Files that were answered with success. */
  readonly files: readonly MediaFile[];
  /** Every answer other than success, as callers saw it. */
  readonly refused: readonly { readonly status: number; readonly retryAfter: string | null }[];
  /**
   * Times at which a connection ended before its answer, as when nginx takes a new configuration.
   */
  readonly cutAtMs: readonly number[];
  /** Ids of events in the order in which a reader got them. */
  readonly events: readonly string[];
  /** Ends the callers, each with an answer for its last key. */
  stop(): Promise<void>;
};

type Answer = { readonly post: Post };
type MediaAnswer = { readonly media: MediaFile };

/** A picture that every network takes. */
export const PICTURE = readFileSync(new URL('../../../../packages/sandbox/samples/harbour.jpg', import.meta.url));

/** Puts a file by one call. */
export async function putPicture(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  key: string,
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: MediaAnswer }> {
  const answer = await fetch(`${baseUrl}/api/v1/media?filename=harbour.jpg`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${apiKey}`, 'Idempotency-Key': key },
    body: PICTURE,
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as MediaAnswer };
}

/**
 * Callers who publish at once or soon, one at a time each, and repeat with the same key what is
 * refused. Those on Instagram publish pictures that are hosted, others are uploaded beside them.
 */
export function startLoad(
  { project, baseUrl }: { readonly project: Project; readonly baseUrl: string },
  accounts: readonly Account[],
  name: string,
): Load {
  const acknowledged: Acknowledged[] = [];
  const files: MediaFile[] = [];
  const refused: { status: number; retryAfter: string | null }[] = [];
  const cutAtMs: number[] = [];
  const events: string[] = [];
  let isStopping = false;

  const untilAccepted = async <Body>(
    call: () => Promise<{ status: number; headers: Headers; body: Body }>,
  ): Promise<Body | null> => {
    for (;;) {
      const reply = await call().catch(() => null);
      if (reply === null) cutAtMs.push(performance.now());
      else if (reply.status < 300) return reply.body;
      else refused.push({ status: reply.status, retryAfter: reply.headers.get('retry-after') });
      if (isStopping && refused.length > 10_000) return null;
      await sleep(100);
    }
  };
  const upload = async (key: string): Promise<MediaFile> => {
    const body = await untilAccepted(() => putPicture({ baseUrl, apiKey: project.apiKey }, key));
    files.push(body!.media);
    return body!.media;
  };
  const publish = async ({ id: accountId, platform }: Account, caller: number): Promise<void> => {
    const withPicture = platform === 'instagram';
    for (let count = 0; !isStopping; count++) {
      const key = `${name} ${caller} ${count}`;
      const publishAt = withPicture || count % 3 === 0 ? { publishAt: inMs(1_500) } : {};
      const mediaItems = withPicture ? [{ type: 'image', url: (await upload(key)).url }] : [];
      const request = { content: key, platforms: [{ platform, accountId }], mediaItems, ...publishAt };
      const body = await untilAccepted(() => project.publish<Answer>(request, key));
      if (body) acknowledged.push({ key, id: body.post.id });
      // Instagram takes 100 posts of an account a day.
      await sleep(withPicture ? 500 : 120);
    }
  };
  const read = async (): Promise<void> => {
    let after = '';
    while (!isStopping) {
      const page = await untilAccepted(() =>
        project.call<{ events: { id: string }[]; nextCursor: string | null }>('GET', `/api/v1/events?limit=50${after}`),
      );
      events.push(...page!.events.map(({ id }) => id));
      if (page!.nextCursor !== null) after = `&after=${page!.nextCursor}`;
      await sleep(50);
    }
  };
  const running = Promise.all([read(), ...accounts.map(publish)]);
  return {
    acknowledged,
    files,
    refused,
    cutAtMs,
    events,
    async stop() {
      isStopping = true;
      await running;
    },
  };
}
