/** What ends a sentence and no address, also where it stands right behind one. */
const TRAILING = /[.,;:!?'"’”»…]+$/u;
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * The first absolute http(s) address in a text as it is written there, without the punctuation of the sentence around it; null where there is none. Names without a
 * protocol (`example.com`) and addresses with user info are no links here.
 *
 * @example
 * firstLink('See (https://a.example/b_(c)), then rest.'); // 'https://a.example/b_(c)'
 */
export function firstLink(text: string): string | null {
  for (const [found] of text.matchAll(/https?:\/\/[^\s<>"`\\^{|}]+/giu)) {
    const link = withoutEnd(found);
    const url = URL.canParse(link) ? new URL(link) : null;
    if (url !== null && url.hostname !== '' && url.username === '' && url.password === '') return link;
  }
  return null;
}

function withoutEnd(found: string): string {
  let link = found;
  for (;;) {
    const trimmed = link.replace(TRAILING, '');
    const opening = CLOSING[trimmed.at(-1) ?? ''];
    // A bracket belongs to the address where it was opened in it.
    const isOpen = opening !== undefined && count(trimmed, opening) < count(trimmed, trimmed.at(-1) ?? '');
    const next = isOpen ? trimmed.slice(0, -1) : trimmed;
    if (next === link) return link;
    link = next;
  }
}

const count = (text: string, character: string): number => text.split(character).length - 1;
