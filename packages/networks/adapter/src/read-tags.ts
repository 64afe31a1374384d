import { Tokenizer } from 'htmlparser2';

/** A tag that opens: its name and attributes in lower case. The first of equal ones counts. */
export type Tag = { readonly name: string; readonly attributes: ReadonlyMap<string, string> };

type Reading = {
  /** The tags that are read, in lower case. */
  readonly names: readonly string[];
  readonly onTag: (tag: Tag) => void;
  /** A piece of the text between one of these tags and the next tag of any name. */
  readonly onText?: (text: string, name: string) => void;
};

/** The limit of the text that is read: tags about a page stand at its beginning. */
const MOST_CHARS = 512 * 1024;
const MOST_NAME_CHARS = 20;
const MOST_ATTRIBUTES = 50;
const IGNORE = (): void => undefined;

/**
 * Reads some tags of a page of any size and content in time that is linear in its length. It keeps
 * no list of open tags: htmlparser2's own `Parser` does, and takes quadratic time for a page that
 * closes none (10.1.0, checked 2026-11).
 *
 * @example
 * readTags(html, { names: ['link'], onTag: ({ attributes }) => console.log(attributes.get('href')) });
 */
export function readTags(html: string, { names, onTag, onText = IGNORE }: Reading): void {
  const text = html.slice(0, MOST_CHARS);
  let tag: { readonly name: string; readonly attributes: Map<string, string> } | null = null;
  let attribute = '';
  let value = '';
  let inside: string | null = null;

  const endTag = (): void => {
    if (tag) onTag(tag);
    inside = tag?.name ?? null;
    tag = null;
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        const name = text.slice(start, Math.min(end, start + MOST_NAME_CHARS)).toLowerCase();
        tag = names.includes(name) ? { name, attributes: new Map() } : null;
        inside = null;
      },
      onattribname(start, end) {
        value = '';
        attribute = tag ? text.slice(start, end).toLowerCase() : '';
      },
      onattribdata(start, end) {
        if (tag) value += text.slice(start, end);
      },
      onattribentity(codePoint) {
        if (tag) value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (tag && tag.attributes.size < MOST_ATTRIBUTES && !tag.attributes.has(attribute))
          tag.attributes.set(attribute, value);
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag() {
        inside = null;
      },
      ontext(start, end) {
        if (inside !== null) onText(text.slice(start, end), inside);
      },
      ontextentity(codePoint) {
        if (inside !== null) onText(String.fromCodePoint(codePoint), inside);
      },
      oncdata: IGNORE,
      oncomment: IGNORE,
      ondeclaration: IGNORE,
      onprocessinginstruction: IGNORE,
      onend: IGNORE,
    },
  );
  tokenizer.write(text);
  tokenizer.end();
}
