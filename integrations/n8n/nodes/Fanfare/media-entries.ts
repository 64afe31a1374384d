import type { IBinaryKeyData } from 'n8n-workflow';

/** One entry of the field Media. */
export type MediaEntry = {
  readonly source: 'binary' | 'url';
  readonly binaryPropertyName?: string;
  readonly url?: string;
  readonly type?: 'auto' | 'image' | 'video' | 'document';
  readonly altText?: string;
};

/** The names of an item's binary data that no entry publishes. */
export const unusedBinary = (binary: IBinaryKeyData | undefined, entries: readonly MediaEntry[]): string[] =>
  Object.keys(binary ?? {}).filter(
    (name) => !entries.some((entry) => entry.source === 'binary' && namesOf(entry).includes(name)),
  );

/** The properties that an entry names, several with commas. */
export const namesOf = ({ binaryPropertyName = '' }: MediaEntry): string[] =>
  binaryPropertyName
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The type of file at an address, by the end of its path. */
export function typeOfUrl(url: string): string {
  const path = (url.split(/[?#]/, 1)[0] ?? '').toLowerCase();
  if (/\.(mp4|m4v|mov|webm)$/.test(path)) return 'video';
  return /\.(pdf|pptx?|docx?)$/.test(path) ? 'document' : 'image';
}
