/** What the page calls the fields of a request. */
const FIELDS: Readonly<Record<string, string>> = {
  content: 'The text',
  mediaItems: 'The list of media',
  url: 'The address of the picture or video',
  altText: 'The alt text',
  coverUrl: 'The address of the cover',
  thumbOffsetMs: 'The moment of the video',
  firstComment: 'The first comment',
  spaceSlug: 'The space',
  platforms: 'The list of accounts',
  publishAt: 'The time',
};

/** Rules that speak of fields of a request. */
const RULES: Readonly<Record<string, string>> = {
  'linkedin.thumb_offset.unsupported':
    'LinkedIn cannot take a cover from a moment of the video. Give the address of a cover, or remove the moment for LinkedIn.',
};

/** A problem as the page says it, with the names that its fields have here. */
export function problemText({
  rule,
  message,
  path,
}: {
  readonly rule: string | null;
  readonly message: string;
  readonly path: string;
}): string {
  if (rule !== null) return RULES[rule] ?? message;
  const [, field = ''] = /(\w+)(?:\[\d+\])?$/.exec(path) ?? [];
  return message.startsWith('Must ') ? `${FIELDS[field] ?? 'This'} m${message.slice(1)}` : message;
}
