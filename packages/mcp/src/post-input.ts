import type { PublishContent } from '@fanfare/publish-key';
import type { Account, CreatePostRequest, FileItem, MediaItem } from '@fanfare/sdk';
import type { JsonSchemaType } from '@modelcontextprotocol/server';
import { chooseAccounts } from './choose-accounts.ts';
import { ANY, strings, text } from './schemas.ts';
import { InputError, type ToolDeps } from './tool.ts';

/** Fields of the tools that make or check a post. */
export type PostInput = {
  readonly content?: string;
  readonly accounts: readonly string[];
  readonly media?: readonly MediaInput[];
  readonly firstComment?: string;
  readonly options?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly publishAt?: string;
};

type MediaInput = {
  readonly url?: string;
  readonly path?: string;
  readonly type?: MediaItem['type'];
  readonly altText?: string;
};

/** The schema of these fields; local paths only where files can be read. */
export const postFields = ({ paths }: { readonly paths: boolean }): Record<string, JsonSchemaType> => ({
  content: text('Text of the post'),
  accounts: strings('1 to 10: account ids, "@name", "platform:@name", or a platform with one account'),
  media: {
    type: 'array',
    maxItems: 10,
    items: {
      type: 'object',
      properties: {
        url: text('Public, or from upload_media'),
        ...(paths && { path: text('Local file in place of url') }),
        type: { enum: ['image', 'video', 'document'], description: 'Needed if the name does not say it' },
        altText: text(),
      },
      additionalProperties: false,
    },
  },
  firstComment: text(),
  options: {
    type: 'object',
    description:
      'By account id or platform: fields of that target, as platform_rules lists them, or its own content. {"linkedin":{"link":"none"}}',
    additionalProperties: ANY,
  },
});

/**
 * Reads the content and the accounts of a call. Throws `InputError` where the call must be changed.
 */
export async function readContent(
  { fanfare, files }: Pick<ToolDeps, 'fanfare' | 'files'>,
  given: Omit<PostInput, 'accounts'> & Partial<Pick<PostInput, 'accounts'>>,
): Promise<{ readonly content: PublishContent; readonly accounts: readonly Account[] }> {
  // A draft may have no accounts yet.
  const accounts =
    given.accounts === undefined ? [] : chooseAccounts((await fanfare.accounts.list()).accounts, given.accounts);
  const options = given.options ?? {};
  const names = new Set(accounts.flatMap(({ id, platform }) => [id, platform]));
  const lost = Object.keys(options).find((name) => !names.has(name as Account['platform']));
  if (lost !== undefined)
    throw new InputError(
      `options."${lost}" belongs to no account of this call. Use one of: ${[...names].join(', ') || 'none, for accounts is empty'}.`,
    );
  refuseFiles('options', options);
  const media: (MediaItem | FileItem)[] = [];
  for (const item of given.media ?? []) media.push(await readMedia(files, item, media.length));
  const platforms = accounts.map(({ id, platform }) => ({
    ...(given.firstComment !== undefined && { firstComment: given.firstComment }),
    ...options[platform],
    ...options[id],
    platform,
    accountId: id,
  })) as CreatePostRequest['platforms'];
  return {
    accounts,
    content: {
      ...(given.content !== undefined && { content: given.content }),
      ...(media.length > 0 && { mediaItems: media }),
      platforms,
      ...(given.publishAt !== undefined && { publishAt: given.publishAt }),
    },
  };
}

/**
 * Refuses options that name a local file: of a file behind `file` the bytes would be uploaded, from
 * the machine of this program and not of the caller, past the folder that may be read.
 */
function refuseFiles(at: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const path = `${at}.${name}`;
    if (name === 'file')
      throw new InputError(`${path}: options have no local files. Give media, or a url of upload_media.`);
    refuseFiles(path, inner);
  }
}

async function readMedia(files: ToolDeps['files'], item: MediaInput, at: number): Promise<MediaItem | FileItem> {
  const { url, path, type: given, altText } = item;
  if ((url === undefined) === (path === undefined))
    throw new InputError(`media[${at}]: give ${files ? 'exactly one of url and path' : 'a url'}.`);
  const type = given ?? typeOf(url ?? path ?? '');
  if (type === null) throw new InputError(`media[${at}]: the name does not say what it is. Give type.`);
  const rest = { type, ...(altText !== undefined && { altText }) };
  if (url !== undefined) return { ...rest, url };
  if (!files) throw new InputError(`media[${at}]: files are on another machine. Use upload_media with a url.`);
  return { ...rest, file: await files.find(path ?? '') };
}

const ENDINGS: Readonly<Record<MediaItem['type'], readonly string[]>> = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'tif', 'tiff'],
  video: ['mp4', 'm4v', 'mov', 'webm'],
  document: ['pdf', 'pptx', 'docx', 'ppt', 'doc'],
};

/** Type of a file by the ending of its name; null when that does not say it. */
export function typeOf(address: string): MediaItem['type'] | null {
  const name = URL.parse(address)?.pathname ?? address;
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const found = Object.entries(ENDINGS).find(([, endings]) => endings.includes(ending));
  return found ? (found[0] as MediaItem['type']) : null;
}
