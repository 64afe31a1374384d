/** The words of the pages for the fields of a request. */
const FIELDS: Readonly<Record<string, string>> = {
  content: 'The text',
  mediaItems: 'The list of media',
  url: 'The address',
  'mediaItems.url': 'The address of the picture or video',
  altText: 'The alt text',
  coverUrl: 'The address of the cover',
  thumbOffsetMs: 'The moment of the video',
  firstComment: 'The first comment',
  spaceSlug: 'The space',
  platforms: 'The list of accounts',
  publishAt: 'The time',
  name: 'The name',
  email: 'The e-mail address',
  role: 'The role',
  scope: 'The scope',
  image: 'The file',
  hubUrl: 'The address of the hub',
  apiKey: 'The key',
  username: 'The user name',
  profileId: 'The profile id',
  events: 'The list of events',
  q: 'The search',
  cursor: 'The position in the list',
};

export type FieldProblem = { readonly path: string; readonly message: string };

/** Describes a problem of a field, in a sentence that names it as the pages do. */
export function fieldSentence({ path, message }: FieldProblem): string {
  const [, field = ''] = /(mediaItems\[\d+\]\.url|\w+)(?:\[\d+\])*$/.exec(path) ?? [];
  return message.replace(/^Must /, `${FIELDS[field.replace(/\[\d+\]/, '')] ?? 'This'} must `);
}
