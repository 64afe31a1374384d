import { readFileSync } from 'node:fs';
import type { MEDIA_CONTENT_TYPES } from '@fanfare/network';
import { crawlMedia } from '@fanfare/sandbox/crawl-media';
import { expect, test } from 'vitest';
import { useMediaServer } from './use-media-server.ts';

const server = useMediaServer();
const head = (text: string) => Buffer.from(text, 'latin1');
const sample = (name: string) => readFileSync(new URL(`../../../../packages/sandbox/samples/${name}`, import.meta.url));

type MetaType = Extract<(typeof MEDIA_CONTENT_TYPES)[number], `image/${string}` | `video/${string}`>;

const FILES: Readonly<Record<MetaType, Buffer>> = {
  'image/jpeg': sample('harbour.jpg'),
  'image/png': sample('latte.png'),
  'image/gif': head('GIF89a\x01\0\x01\0\0\0\0\x3b'),
  'image/webp': head('RIFF\x1a\0\0\0WEBPVP8L'),
  'video/mp4': Buffer.concat([sample('clip.mp4'), Buffer.alloc(20_000_000)]),
  'video/quicktime': head('\0\0\0\x14ftypqt  \0\0\0\0qt  '),
};

test.each(Object.entries(FILES))("Meta's crawler reads a hosted file of type %s whole", async (contentType, bytes) => {
  const { url } = await server.host(bytes, { contentType, filename: 'Schöne Grüße' });
  const crawled = await crawlMedia(url);
  expect({ ...crawled, bytes: 'bytes' in crawled && bytes.equals(crawled.bytes) }).toEqual({
    ...{ ok: true, bytes: true, contentType, sniffed: contentType },
  });
});
