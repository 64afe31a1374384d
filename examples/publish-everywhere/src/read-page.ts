type Attributes = Readonly<Record<string, string>>;

/** The parts of a web page that a person needs: its question and its form. */
export type Page = {
  readonly url: URL;
  readonly heading: string;
  readonly action: URL;
  readonly inputs: readonly Attributes[];
  readonly buttons: readonly { readonly label: string; readonly attributes: Attributes }[];
};

/** Reads a page with one heading and one form, like the connect pages. */
export function readPage(url: URL, html: string): Page {
  const [, formTag = '', form = ''] = /<form\b([^>]*)>(.*?)<\/form>/s.exec(html) ?? [];
  return {
    url,
    heading: textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? ''),
    action: new URL(attributesOf(formTag).action ?? '', url),
    inputs: Array.from(form.matchAll(/<input\b([^>]*)>/g), ([, tag = '']) => attributesOf(tag)),
    buttons: Array.from(form.matchAll(/<button\b([^>]*)>(.*?)<\/button>/gs), ([, tag = '', label = '']) => ({
      label: textOf(label),
      attributes: attributesOf(tag),
    })),
  };
}

/** `name="x" checked` becomes `{ name: 'x', checked: '' }`. */
function attributesOf(tag: string): Attributes {
  const found = tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g);
  return Object.fromEntries(Array.from(found, ([, name = '', value = '']) => [name, unescapeHtml(value)]));
}

const textOf = (html: string): string => unescapeHtml(html.replace(/<[^>]*>/g, '')).trim();

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function unescapeHtml(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined ? (CHARACTERS[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  );
}
