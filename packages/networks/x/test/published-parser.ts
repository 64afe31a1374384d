import twitterText from 'twitter-text';
import { findLinks } from '../src/links.ts';
import { weightedLength } from '../src/text-length.ts';
import { NEWER_TLDS, TWITTER_TEXT_TLDS } from '../src/tlds.gen.ts';
import { createTldEnd } from '../src/tlds.ts';

/** Our grammar with the endings of the published parser, so that only the grammar is compared. */
const sameTlds = createTldEnd(TWITTER_TEXT_TLDS);

export type Reading = { readonly weight: number; readonly links: readonly string[] };

/** Returns what X's published parser reads in a text. */
export function published(text: string): Reading {
  const links = twitterText.extractUrlsWithIndices(text.normalize());
  return {
    weight: twitterText.parseTweet(text).weightedLength,
    links: links.map(({ url, indices }) => `${indices[0]}+${url.length}`),
  };
}

/** Returns what our grammar reads in it with that parser's endings. */
export function ours(text: string): Reading {
  const links = findLinks(text.normalize(), sameTlds);
  return { weight: weightedLength(text, sameTlds), links: links.map(({ start, length }) => `${start}+${length}`) };
}

/**
 * The product's one deliberate difference: endings added to the root zone after that parser was
 * published.
 */
export function hasNewerTld(text: string): boolean {
  const folded = text.normalize().toLowerCase();
  return NEWER_TLDS.some((tld) => folded.includes(`.${tld}`));
}
