import { linksInText } from './links-in-text.ts';

/**
 * The first absolute http(s) address in a text as it is written there, without the punctuation of
 * the sentence around it; null where there is none. Names without a protocol (`example.com`) and
 * addresses with user info are no links here.
 *
 * @example
 * firstLink('See (https://a.example/b_(c)), then rest.'); // 'https://a.example/b_(c)'
 */
export function firstLink(text: string): string | null {
  for (const link of linksInText(text)) {
    const url = URL.canParse(link) ? new URL(link) : null;
    if (url !== null && url.hostname !== '' && url.username === '' && url.password === '') return link;
  }
  return null;
}
