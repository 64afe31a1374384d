import type { Words } from '../form.ts';

/**
 * Exchanges two posts of a chain by their positions; 0 is the first post, whose text and media are
 * those of the words themselves.
 */
export function exchangePosts(words: Words, one: number, other: number): Words {
  const posts = [words, ...words.thread].map(({ content, media }) => ({ content, media }));
  const [first, second] = [posts[one], posts[other]];
  if (!first || !second) return words;
  const exchanged = posts.with(one, second).with(other, first);
  const keys = words.thread.map(({ key }) => key);
  // A post keeps its key, so that its fields stay what they are on the screen.
  const moved = one > 0 && other > 0 ? keys.with(one - 1, keys[other - 1]!).with(other - 1, keys[one - 1]!) : keys;
  return {
    ...words,
    ...exchanged[0]!,
    thread: exchanged.slice(1).map((post, i) => ({ ...post, key: moved[i]! })),
  };
}
