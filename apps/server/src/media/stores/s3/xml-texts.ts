const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&quot;', '"'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&#34;', '"'],
  ['&amp;', '&'],
]);

/** Contents of the elements of a name, without nesting of that name, as S3 answers have them. */
export function xmlTexts(xml: string, name: string): readonly string[] {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const texts: string[] = [];
  for (let at = xml.indexOf(open); at !== -1; at = xml.indexOf(open, at)) {
    const end = xml.indexOf(close, at);
    if (end === -1) break;
    texts.push(xml.slice(at + open.length, end));
    at = end;
  }
  return texts;
}

/** The text of the first element of a name; null for none. */
export function xmlText(xml: string, name: string): string | null {
  const [text] = xmlTexts(xml, name);
  if (text === undefined) return null;
  return [...ENTITIES].reduce((known, [entity, character]) => known.replaceAll(entity, character), text);
}
