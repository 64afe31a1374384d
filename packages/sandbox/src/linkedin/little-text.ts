// Microsoft Learn, LinkedIn "little text format", checked 2026-11: these 15 are reserved everywhere in a commentary.
const RESERVED = new Set('\\|{}@[]()<>#*_~');

const markup: readonly { readonly pattern: RegExp; readonly show: (match: RegExpExecArray) => string }[] = [
  { pattern: /\\([\\|{}@[\]()<>#*_~])/y, show: (match) => match[1] ?? '' },
  {
    pattern: /@\[((?:\\.|[^\\\]])+)\]\(urn:li:(?:person|organization):[A-Za-z0-9_-]+\)/y,
    show: (match) => plain(match[1] ?? ''),
  },
  { pattern: /\{hashtag\|\\?#\|((?:\\.|[^\\|{}])+)\}/y, show: (match) => `#${plain(match[1] ?? '')}` },
  { pattern: /#[\p{L}\p{N}]+/uy, show: (match) => match[0] },
];

type LittleText = {
  /** What readers see. */
  readonly text: string;
  /** The source of `text`, shorter than what was sent if the rest was lost. */
  readonly kept: string;
  /** How long the text would be had nothing been lost; this is what the 3,000 limit counts. */
  readonly unescapedLength: number;
};

/**
 * Shows a commentary as LinkedIn does: escapes and markup (mentions, hashtags) resolved, and everything from the first reserved character
 * that is neither lost without a word. Seen by PipedreamHQ/pipedream #17353 and n8n-io/n8n PR 10185; checked 2026-11.
 *
 * @example
 * renderLittleText('Open \\(really\\)').text; // 'Open (really)'
 * renderLittleText('Open (really)').text; // 'Open '
 */
export function renderLittleText(commentary: string): LittleText {
  let text = '';
  let at = 0;
  while (at < commentary.length) {
    const element = elementAt(commentary, at);
    if (element) {
      text += element.shown;
      at = element.end;
    } else if (RESERVED.has(commentary[at] ?? '')) {
      break;
    } else {
      text += commentary[at];
      at += 1;
    }
  }
  return { text, kept: commentary.slice(0, at), unescapedLength: plain(commentary).length };
}

function elementAt(commentary: string, at: number): { readonly shown: string; readonly end: number } | null {
  for (const { pattern, show } of markup) {
    pattern.lastIndex = at;
    const match = pattern.exec(commentary);
    if (match) return { shown: show(match), end: at + match[0].length };
  }
  return null;
}

function plain(escaped: string): string {
  return escaped.replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1');
}
