import { expect, test } from 'vitest';
import { createReadPostUrl } from '../src/read-post-url.ts';

const read = createReadPostUrl({ url: 'https://mastodon.example' });

test.each([
  'https://mastodon.example/@ada/114000000000000001',
  'https://mastodon.example/@ada/114000000000000001/?s=20#top',
  'https://mastodon.example/@ben@elsewhere.example/114000000000000001',
  'https://mastodon.example/web/@ada/114000000000000001',
  'https://mastodon.example/deck/@ada/114000000000000001',
  'https://mastodon.example/users/ada/statuses/114000000000000001',
])('%s names a post', (link) => {
  expect(read(new URL(link))).toBe('114000000000000001');
});

test.each([
  'https://mastodon.example/@ada',
  'https://mastodon.example/@ada/media',
  'https://mastodon.example/@ada/with_replies',
  'https://mastodon.example/tags/rye',
  // Each server has its own post ids.
  'https://elsewhere.example/@ben/114000000000000001',
  'http://mastodon.example/@ada/114000000000000001',
  'https://mastodon.example@evil.example/@ada/114000000000000001',
  'https://mastodon.example/@ada/114000000000000001/reblog',
])('%s names none', (link) => {
  expect(read(new URL(link))).toBeNull();
});
