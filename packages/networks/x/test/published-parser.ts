import twitterText from 'twitter-text';
import { findLinks } from '../src/links.ts';
import { weightedLength } from '../src/text-length.ts';
import { NEWER_TLDS, TWITTER_TEXT_TLDS } from '../src/tlds.gen.ts';
import { createTldEnd } from '../src/tlds.ts';

/** Our grammar with the endings of the published parser, so that nothing but the grammar is compared. */
const sameTlds = createTldEnd(TWITTER_TEXT_TLDS);

export type Reading = { readonly weight: number; readonly links: readonly string[] };

/** What the parser X published reads in a text. */
export function published(text: string): Reading {
  const links = twitterText.extractUrlsWithIndices(text.normalize());
  return {
    weight: twitterText.parseTweet(text).weightedLength,
    links: links.map(({ url, indices }) => `${indices[0]}+${url.length}`),
  };
}

/** What we read in it with that parser's endings. */
export function ours(text: string): Reading {
  const links = findLinks(text.normalize(), sameTlds);
  return { weight: weightedLength(text, sameTlds), links: links.map(({ start, length }) => `${start}+${length}`) };
}

/** The one deliberate difference of the product: endings the root zone gained after that parser was published. */
export function hasNewerTld(text: string): boolean {
  const folded = text.normalize().toLowerCase();
  return NEWER_TLDS.some((tld) => folded.includes(`.${tld}`));
}
