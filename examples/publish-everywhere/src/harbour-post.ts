import { randomUUID } from 'node:crypto';
import type { Account } from './fanfare.ts';

export type MediaItem = {
  readonly type: 'image' | 'video';
  readonly url: string;
  readonly altText?: string;
  readonly coverUrl?: string;
};

export type PostRequest = {
  readonly idempotencyKey: string;
  readonly content: string;
  readonly mediaItems: readonly MediaItem[];
  readonly platforms: readonly {
    readonly platform: string;
    readonly accountId: string;
    /** Replaces the post's own text. */
    readonly content?: string;
    /** Replaces the post's own media. */
    readonly mediaItems?: readonly MediaItem[];
  }[];
};

/** One text and one carousel for everybody, with overrides for some networks. */
export function writePost(accounts: readonly Account[], sandboxUrl: string): PostRequest {
  // In your app, any address that the service can fetch. Alt texts describe the images for people
  // who cannot see them.
  const sample = (name: string): string => `${sandboxUrl}/__sandbox/samples/${name}`;
  const image = (name: string, altText: string): MediaItem => ({ type: 'image', url: sample(name), altText });
  const harbour = image('harbour.jpg', 'Sailing boats and a lighthouse as the sun rises over the harbour');
  const roastery = image('roastery.jpg', 'A steel coffee roaster beside shelves of coffee bags');
  const beans = image('beans.jpg', 'Coffee beans scattered around the words Single origin');
  const latte = image('latte.png', 'A cup of coffee from above, with a heart poured into the milk');
  const clip: MediaItem = { type: 'video', url: sample('clip.mp4') };

  // X and LinkedIn refuse a text that the same account has just posted, so every run has its own
  // batch number.
  const id = randomUUID();
  const batch = id.slice(0, 4).toUpperCase();
  const to = (platform: string, username: string) => ({
    platform,
    accountId: accountNamed(accounts, platform, username).id,
  });

  return {
    // Derive yours from the content, as in `article-4711`, so that a restart of your program uses
    // the same key.
    idempotencyKey: `publish-everywhere-${id}`,
    content: `First light at the harbour, and Morning Tide is out: single origin, batch ${batch}, ready from seven today.`,
    mediaItems: [harbour, clip, roastery],
    platforms: [
      to('instagram', 'ada'),
      to('threads', 'ada'),
      { ...to('x', 'ada'), content: `Morning Tide is out ☕ Batch ${batch}, from seven.`, mediaItems: [latte] },
      { ...to('linkedin', 'ada'), mediaItems: [harbour, roastery, beans] },
      { ...to('linkedin', 'harbour-coffee'), mediaItems: [{ ...clip, coverUrl: sample('cover.jpg') }] },
      { ...to('linkedin', 'northwind-studio'), mediaItems: [] },
    ],
  };
}

export function accountNamed(accounts: readonly Account[], platform: string, username: string): Account {
  const found = accounts.find((account) => account.platform === platform && account.username === username);
  if (!found) throw new Error(`@${username} is not connected on ${platform}.`);
  return found;
}
