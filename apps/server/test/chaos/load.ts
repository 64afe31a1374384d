import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TIMEOUT_FACTOR } from './timeout-factor.ts';
import type { ChaosAccount, ChaosProject } from './world.ts';

/** A post that a driver requested, and the answers it got. */
export type RequestedPost = {
  readonly key: string;
  readonly marker: string;
  readonly apiKey: string;
  readonly accounts: readonly ChaosAccount[];
  /** Statuses of all its answers, in order; 0 for a broken connection. */
  readonly answers: number[];
};

export type LoadOptions = {
  /** Addresses to choose from; after a broken connection the client uses another. */
  readonly urls: readonly string[];
  readonly project: ChaosProject;
  readonly accounts: readonly ChaosAccount[];
  /** Publish this many milliseconds from now; immediately when absent. */
  readonly inMs?: number;
  readonly imageUrl?: string;
  /** Times that the post has the image; default: once. */
  readonly images?: number;
  /** With a first comment on each network that supports them. */
  readonly isCommented?: boolean;
  /** Posts of a chain on each network that has them; none when absent. */
  readonly chain?: number;
  /** False for a client that sends its request once. */
  readonly isRepeated?: boolean;
  /** Time for which the client retries under its key. */
  readonly timeoutMs: number;
};

/** Part of every text, so that each live post and comment identifies our post. */
export const markerOf = (text: string): string | null => /\[m-([0-9a-f-]{36})\]/.exec(text)?.[1] ?? null;

/**
 * Requests one post as a careful client does: after any failure it repeats the request with the
 * same key at another server.
 */
export async function requestPost(options: LoadOptions, from = 0): Promise<RequestedPost> {
  const marker = randomUUID();
  const requested: RequestedPost = {
    key: `k-${marker}`,
    marker,
    apiKey: options.project.apiKey,
    accounts: options.accounts,
    answers: [],
  };
  const { imageUrl, images: count = imageUrl === undefined ? 0 : 1 } = options;
  const images = Array.from({ length: count }, () => ({ type: 'image', url: imageUrl }));
  const publishAt = options.inMs === undefined ? null : new Date(Date.now() + options.inMs);
  const body = JSON.stringify({
    idempotencyKey: requested.key,
    content: `Seen from the harbour [m-${marker}]`,
    platforms: options.accounts.map(({ platform, id }) => ({
      platform,
      accountId: id,
      ...(options.chain !== undefined && { thread: chainOf(marker, options.chain) }),
      ...(options.isCommented && { firstComment: `Who else was there? [m-${marker}]` }),
    })),
    ...(images.length > 0 && { mediaItems: images }),
    ...(publishAt && { publishAt: publishAt.toISOString() }),
  });
  const endAt = Date.now() + options.timeoutMs * TIMEOUT_FACTOR;
  for (let turn = from; Date.now() < endAt; turn++) {
    const { status, text } = await send(
      `${options.urls[turn % options.urls.length]}/api/v1/posts`,
      requested.apiKey,
      body,
      endAt,
    );
    requested.answers.push(status);
    if (status >= 200 && status < 300) break;
    if (options.isRepeated === false || isTooLate(status, text, publishAt)) break;
    if (status >= 400 && status < 500 && status !== 429) throw new Error(`a post was refused with ${status}: ${text}`);
    await sleep(150);
  }
  return requested;
}

/** The texts of a chain: the first has the marker of the post, the others their own. */
const chainOf = (marker: string, length: number) =>
  Array.from({ length }, (_, i) => ({
    content: `Part ${i + 1} of a story from the harbour [m-${i === 0 ? marker : randomUUID()}]`,
  }));

/**
 * While no server answered, the time of the post passed: the service refuses that, and nothing else
 * about the request.
 */
function isTooLate(status: number, text: string, publishAt: Date | null): boolean {
  if (status !== 400 || publishAt === null || publishAt.getTime() > Date.now()) return false;
  const { details } = (JSON.parse(text) as { error: { details?: readonly { path: string }[] } }).error;
  return details?.length === 1 && details[0]!.path === 'publishAt';
}

async function send(
  url: string,
  apiKey: string,
  body: string,
  endAt: number,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body,
      signal: AbortSignal.timeout(Math.max(1, Math.min(30_000 * TIMEOUT_FACTOR, endAt - Date.now()))),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

export const wasAccepted = ({ answers }: RequestedPost): boolean =>
  answers.some((status) => status >= 200 && status < 300);

/** Keeps `width` requests in flight until `isEnough`, and returns all requested posts. */
export async function keepRequesting(
  width: number,
  isEnough: (requested: number) => boolean,
  next: (n: number) => Promise<RequestedPost>,
): Promise<RequestedPost[]> {
  const all: RequestedPost[] = [];
  let started = 0;
  const walk = async (): Promise<void> => {
    while (!isEnough(started)) all.push(await next(started++));
  };
  await Promise.all(Array.from({ length: width }, walk));
  return all;
}
