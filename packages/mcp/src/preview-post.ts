import { hashFiles } from '@fanfare/publish-key';
import type { ValidatePostRequest } from '@fanfare/sdk';
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

/** Applies the rules of every platform. Nothing is recorded. */
export async function checkPost(deps: ToolDeps, given: PostInput): Promise<Outcome> {
  const { content } = await readContent({ ...deps, files: null }, given);
  const request = { ...content, probe: (given.media ?? []).length > 0 } as ValidatePostRequest;
  const { valid, violations, warnings, units, targets } = await deps.fanfare.posts.validate(request);
  const broken = violations.map(({ message }) => message).join(' ');
  const sentences = [
    valid ? `It can be published as it is, for ${units} ${units === 1 ? 'unit' : 'units'}.` : `Not yet: ${broken}`,
    warnings.length > 0 && `Used otherwise than you gave it: ${warnings.map(({ message }) => message).join(' ')}`,
    'Nothing was published.',
  ];
  return { summary: sentences.filter(Boolean).join(' '), data: { valid, violations, warnings, units, targets } };
}
