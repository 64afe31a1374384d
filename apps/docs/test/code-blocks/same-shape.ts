import type { Block } from './read-page.ts';

/**
 * Texts that differ from run to run, with one word for each kind: ids, keys, times, ports and the
 * names networks give.
 */
const CHANCE: readonly (readonly [RegExp, string])[] = [
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>'],
  [/\b(acc|post|tgt|prj|ws|med)_[0-9a-z]{26}\b/g, '$1_<id>'],
  [/\bfanfare_sk_[\w-]{20,}/g, 'fanfare_sk_<key>'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g, '<time>'],
  [/(?<=\/m\/)[0-9a-f]{32}/g, '<key>'],
  [/(?<=\/uploads\/)[\w-]{43}/g, '<token>'],
  [/(?<=\/connect\/)[\w-]{20,}/g, '<token>'],
  [/(?<!\d)1\d{9}(?!\d)/g, '<seconds>'],
  [/(?<=\/(?:p|post)\/)[\w-]{11}(?=[/"\s]|$)/gm, '<name>'],
  [/(?<!\d)\d{15,}(?!\d)/g, '<digits>'],
  [/"[\w-]{43}"/g, '"<etag>"'],
];

const withoutChance = (text: string): string =>
  CHANCE.reduce((rest, [pattern, word]) => rest.replaceAll(pattern, word), text.trimEnd());

/**
 * Returns what a page shows and what came, both as lines with the same words for what differs. `…`
 * in the page stands for anything, and takes it over.
 */
export function compared(shown: Block, printed: string): { readonly shown: string[]; readonly printed: string[] } {
  if (shown.language === 'http') return comparedHttp(shown.text, printed);
  const isJson = shown.language === 'json';
  return alike(linesOf(shown.text, isJson), linesOf(printed, isJson));
}

const linesOf = (text: string, isJson: boolean): string[] =>
  withoutChance(isJson ? JSON.stringify(JSON.parse(text), null, 2) : text).split('\n');

/** Compares the lines of the head that the page shows, and all of the body. */
function comparedHttp(shown: string, printed: string): { shown: string[]; printed: string[] } {
  const [shownHead = '', shownBody = ''] = split(shown);
  const [printedHead = '', printedBody = ''] = split(printed);
  const expected = headLines(shownHead);
  const names = expected.map(nameOf);
  const head = headLines(printedHead)
    .filter((line) => names.includes(nameOf(line)))
    .toSorted((one, other) => names.indexOf(nameOf(one)) - names.indexOf(nameOf(other)));
  if (shownBody.trim() === '') return alike(expected, head);
  return alike([...expected, ...linesOf(shownBody, true)], [...head, ...linesOf(printedBody, true)]);
}

const split = (answer: string): string[] => answer.replaceAll('\r', '').split(/\n\n(.*)/s);
/** Names of headers have no case. */
const headLines = (head: string): string[] =>
  withoutChance(head)
    .split('\n')
    .map((line) => line.replace(/^[\w-]+:/, (name) => name.toLowerCase()));
const nameOf = (line: string): string => line.replace(/[: /].*$/s, '');

function alike(shown: string[], printed: string[]): { shown: string[]; printed: string[] } {
  const merged = shown.map((line, index) => {
    const parts = line.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const other = printed[index];
    return other !== undefined && new RegExp(`^${parts.join('.*')}$`).test(other) ? other : line;
  });
  return { shown: merged, printed };
}
