import type { TextPiece } from '../../post/post-view.ts';

// Microsoft Learn, LinkedIn "little text format" (li-lms-2026-05), checked 2026-11: these 15 are
// reserved everywhere in a commentary, also inside the elements and templates; each is plain text
// only behind a backslash.
const RESERVED = new Set('\\|{}@[]()<>#*_~');
const ESCAPED = /\\([\\|{}@[\]()<>#*_~])/g;
/** One character of the text within an element or a template. */
const TEXT = String.raw`(?:\\[\\|{}@[\]()<>#*_~]|[^\\|{}@[\]()<>#*_~])`;

/** The name of the person or organization of a URN; undefined for none. */
type NameOf = (urn: string) => string | undefined;

const elements: readonly {
  readonly pattern: RegExp;
  readonly show: (match: RegExpExecArray, nameOf: NameOf) => TextPiece;
}[] = [
  { pattern: new RegExp(ESCAPED.source, 'y'), show: (match) => ({ kind: 'text', text: match[1] ?? '' }) },
  {
    pattern: new RegExp(String.raw`@\[(${TEXT}+)\]\((urn:li:(?:person|organization):[A-Za-z0-9_-]+)\)`, 'y'),
    show: (match, nameOf) => {
      const text = plain(match[1] ?? '');
      return { kind: nameOf(match[2] ?? '') === text ? 'mention' : 'text', text };
    },
  },
  {
    // HashtagTemplate. The page's own example has the sign bare, posts that are read back have it
    // escaped; U+FF03 is the full-width sign.
    pattern: new RegExp(String.raw`\{hashtag\|(?:\\?#|＃)\|(${TEXT}+)\}`, 'y'),
    show: (match) => ({ kind: 'hashtag', text: `#${plain(match[1] ?? '')}` }),
  },
  { pattern: /#[\p{L}\p{M}\p{N}]+/uy, show: (match) => ({ kind: 'hashtag', text: match[0] }) },
];

type LittleText = {
  /** The text that readers see. */
  readonly text: string;
  /** The same in pieces, for hashtags and mentions; equal neighbours are merged. */
  readonly pieces: readonly TextPiece[];
  /** The source of `text`, shorter than what was sent if the rest was lost. */
  readonly kept: string;
  /** The length of the text if nothing had been lost; the 3,000 limit counts this. */
  readonly unescapedLength: number;
};

/**
 * Shows a commentary as LinkedIn does: escapes and markup (mentions, hashtags) resolved, and
 * everything from the first reserved character that is neither lost without a word. Seen by
 * PipedreamHQ/pipedream #17353, n8n-io/n8n PR 10185 and brightbeanxyz/brightbean-studio PR 121; no
 * document says that LinkedIn refuses such a text. A mention whose name is not exactly that of its
 * URN is plain text ("little text format"). Checked 2026-11.
 *
 * @example
 * renderLittleText('Open \\(really\\)').text; // 'Open (really)'
 * renderLittleText('Open (really)').text; // 'Open '
 * renderLittleText('{hashtag|\\#|coffee}').pieces; // [{ kind: 'hashtag', text: '#coffee' }]
 * renderLittleText('\\#coffee').pieces; // [{ kind: 'text', text: '#coffee' }]
 */
export function renderLittleText(commentary: string, nameOf: NameOf = () => undefined): LittleText {
  const pieces: TextPiece[] = [];
  let at = 0;
  while (at < commentary.length) {
    const element = elementAt(commentary, at, nameOf);
    if (!element && RESERVED.has(commentary[at] ?? '')) break;
    add(pieces, element?.piece ?? { kind: 'text', text: commentary[at] ?? '' });
    at = element?.end ?? at + 1;
  }
  const text = pieces.map((piece) => piece.text).join('');
  return { text, pieces, kept: commentary.slice(0, at), unescapedLength: plain(commentary).length };
}

function elementAt(
  commentary: string,
  at: number,
  nameOf: NameOf,
): { readonly piece: TextPiece; readonly end: number } | null {
  for (const { pattern, show } of elements) {
    pattern.lastIndex = at;
    const match = pattern.exec(commentary);
    if (match) return { piece: show(match, nameOf), end: at + match[0].length };
  }
  return null;
}

function add(pieces: TextPiece[], piece: TextPiece): void {
  const last = pieces.at(-1);
  if (last?.kind !== 'text' || piece.kind !== 'text') pieces.push(piece);
  else pieces[pieces.length - 1] = { kind: 'text', text: last.text + piece.text };
}

function plain(escaped: string): string {
  return escaped.replace(ESCAPED, '$1');
}
