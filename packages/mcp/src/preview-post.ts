import { hashFiles } from '@fanfare/publish-key';
import { type PostInput, readContent } from './post-input.ts';
import type { Outcome, ToolDeps } from './tool.ts';

/** Shows what a call would publish, and to which accounts. Nothing is sent. */
export async function previewPost(deps: ToolDeps, given: PostInput): Promise<Outcome> {
  const { content, accounts } = await readContent(deps, given);
  const where = accounts.map(({ platform, username }) => `@${username.replace(/^@/, '')} on ${platform}`).join(', ');
  const hashes = await hashFiles(content);
  // With its checksum: a file that changes meanwhile is not what the person saw.
  const files = (content.mediaItems ?? []).map((item) =>
    'file' in item ? `${item.file} (SHA-256 ${hashes.get(item.file as string)})` : item.url,
  );
  return {
    summary: `${content.publishAt === undefined ? 'Publish now' : `Publish at ${content.publishAt}`} to ${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}.`,
    data: {
      where,
      content: given.content ?? '',
      ...(files.length > 0 && { files }),
      ...(given.firstComment !== undefined && { firstComment: given.firstComment }),
      ...(given.options !== undefined && { options: given.options }),
    },
  };
}
