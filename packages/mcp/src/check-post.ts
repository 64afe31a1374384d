import type { ValidatePostRequest } from '@fanfare/sdk';
import { type PostInput, readContent } from './post-input.ts';
import type { Outcome, ToolDeps } from './tool.ts';

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
