import { isObject, type JsonObject } from '../../read-json.ts';
import type { SentFile } from '../../read-multipart.ts';
import { type Note, type Photo, SYNDICATION } from './world.ts';

/** The properties of a post, as microformats 2 have them: each a list. */
export type Properties = Readonly<Record<string, readonly unknown[]>>;

const reserved = new Set(['h', 'action', 'url', 'access_token', 'q']);

/** A create call as JSON (`{ type, properties }`) or form (`h=entry&…`); Micropub, 3.3. */
export function readProperties(params: JsonObject, isJson: boolean): Properties {
  const given = isJson && isObject(params.properties) ? params.properties : isJson ? {} : params;
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => isJson || !reserved.has(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value : [value]]),
  );
}

/** Files that came with a form belong to the property they are named for. */
export function withFiles(
  properties: Properties,
  files: readonly SentFile[],
  urlOf: (file: SentFile) => string,
): Properties {
  const all: Record<string, readonly unknown[]> = { ...properties };
  for (const file of files) all[file.field] = [...(all[file.field] ?? []), urlOf(file)];
  return all;
}

type Content = Pick<Note, 'content' | 'contentHtml'>;

/** A text, `{ html }` or `{ value }`. */
export function readNoteContent(properties: Properties): Content {
  const [first] = properties.content ?? [];
  if (typeof first === 'string') return { content: first, contentHtml: null };
  if (!isObject(first)) return { content: '', contentHtml: null };
  const html = typeof first.html === 'string' ? first.html : null;
  const plain = [first.value, first.text].find((each) => typeof each === 'string');
  return { content: typeof plain === 'string' ? plain : '', contentHtml: html };
}

/** Photos are addresses or `{ value, alt }`; forms name the alternative texts in `mp-photo-alt`. */
export function readPhotos(properties: Properties): readonly Photo[] {
  const alts = properties['mp-photo-alt'] ?? [];
  return (properties.photo ?? []).flatMap((photo, index) => {
    const url = isObject(photo) ? (photo.value ?? photo.url) : photo;
    const alt = isObject(photo) ? photo.alt : alts[index];
    if (typeof url !== 'string' || url === '') return [];
    return [{ url, alt: typeof alt === 'string' && alt.trim() !== '' ? alt.trim() : null }];
  });
}

export function readTexts(properties: Properties, name: string): readonly string[] {
  return (properties[name] ?? []).filter((value): value is string => typeof value === 'string' && value !== '');
}

/** Places to copy to; others are left out without a word (Micropub, 3.7.3). */
export const readSyndication = (properties: Properties): readonly string[] =>
  readTexts(properties, 'mp-syndicate-to').filter((uid) => SYNDICATION.some((place) => place.uid === uid));

const stored = new Set([
  'name',
  'content',
  'photo',
  'mp-photo-alt',
  'mp-channel',
  'mp-slug',
  'category',
  'mp-syndicate-to',
  'post-status',
  'published',
]);

export function otherProperties(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !stored.has(name)));
}

/** A post as `q=source` answers it. */
export function toSource(note: Note): { readonly type: readonly string[]; readonly properties: Properties } {
  const { content, contentHtml } = note;
  return {
    type: ['h-entry'],
    properties: {
      uid: [note.uid],
      url: [note.url],
      published: [new Date(note.published).toISOString()],
      ...(note.updated !== null && { updated: [new Date(note.updated).toISOString()] }),
      ...(note.name !== '' && { name: [note.name] }),
      ...((content !== '' || contentHtml !== null) && {
        content: [contentHtml === null ? content : { html: contentHtml, ...(content !== '' && { value: content }) }],
      }),
      ...(note.photos.length > 0 && {
        photo: note.photos.map(({ url, alt }) => (alt === null ? url : { value: url, alt })),
      }),
      ...(note.categories.length > 0 && { category: note.categories }),
      ...(note.syndicateTo.length > 0 && { 'mp-syndicate-to': note.syndicateTo }),
      'mp-slug': [note.slug],
      'mp-channel': note.channels,
      'post-status': [note.status],
      ...note.more,
    },
  };
}
