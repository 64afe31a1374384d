import { derivePublishKey, hashFiles, hostFiles } from '@fanfare/publish-key';
import { type PostInput, readContent } from './post-input.ts';
import type { Outcome, ToolDeps } from './tool.ts';

type Given = Omit<PostInput, 'accounts'> & Partial<Pick<PostInput, 'accounts'>> & { readonly note?: string };

/** Saves a post for a person, who changes and publishes it. The same call on a day is one draft. */
export async function saveDraft(deps: ToolDeps, { note, ...given }: Given): Promise<Outcome> {
  const { fanfare } = deps;
  const { content } = await readContent(deps, given);
  const now = deps.now();
  const hashes = await hashFiles(content);
  const idempotencyKey = derivePublishKey(content, { now, hashes }).replace('auto-', 'draft-');
  const { platforms, ...rest } = await hostFiles({ media: fanfare.media, now }, content, hashes);
  const request = { ...rest, ...(platforms.length > 0 && { platforms }) };
  const saving = { request, ...(note !== undefined && { note }) };
  const { draft, check } = await fanfare.drafts.create(saving, { idempotencyKey });
  const problems = [...check.problems, ...check.violations].map(({ path, message }) => `${path}: ${message}`);
  const sentences = [
    `Saved as ${draft.id}; nothing is published. Give this page to the person, who publishes it there: ${draft.composeUrl}`,
    draft.postId !== null && `It was published already, as ${draft.postId}.`,
    problems.length > 0 && `Before it can be published: ${problems.join(' ')}`,
    check.warnings.length > 0 &&
      `Used otherwise than you gave it: ${check.warnings.map((one) => one.message).join(' ')}`,
    'The same call again today answers this draft.',
  ];
  const { id: draftId, composeUrl, postId } = draft;
  return {
    summary: sentences.filter(Boolean).join(' '),
    data: { draftId, composeUrl, check, ...(postId !== null && { postId }) },
  };
}
