import type { Draft, DraftAnswer } from '@fanfare/sdk';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Output } from '../output/create-output.ts';
import { plainText, shortText, showUnits } from '../output/plain-text.ts';

type Given = { readonly published?: true | undefined; readonly limit: number };

export async function listDrafts({ output, fanfare, signal }: Context, given: Given): Promise<ExitCode> {
  const filters = { published: given.published === true, limit: Math.min(100, given.limit) };
  const drafts = await (await fanfare()).drafts.list(filters, { signal }).toArray({ atMost: given.limit });
  output.data({ drafts }, () =>
    output.table(
      ['ID', 'CHANGED', 'BY', 'TEXT'],
      drafts.map((draft) => [draft.id, draft.updatedAt.slice(0, 10), makerOf(draft), shortText(textOf(draft), 50)]),
      'There is no draft.',
    ),
  );
  return EXIT.done;
}

export async function getDraft({ output, fanfare, signal }: Context, id: string): Promise<ExitCode> {
  const answer = await (await fanfare()).drafts.get(id, { signal });
  output.data(answer, () => showDraft(output, answer));
  return EXIT.done;
}

export async function deleteDraft({ output, fanfare, signal }: Context, id: string): Promise<ExitCode> {
  const answer = await (await fanfare()).drafts.delete(id, { signal });
  output.data(answer, () => `Deleted ${plainText(id)}.\n`);
  return EXIT.done;
}

/**
 * A draft for people: what it says, what keeps it from being published, and where a person
 * publishes it.
 */
export function showDraft({ paint }: Pick<Output, 'paint'>, { draft, check }: DraftAnswer): string {
  const wrong = [
    ...check.problems.map(({ path, message }) => `${plainText(path)}: ${plainText(message)}`),
    ...check.violations.map(({ path, message, rule }) => `${plainText(path)}: ${plainText(message)} (${rule})`),
  ];
  return [
    `${paint('bold', draft.id)}  version ${draft.version}, by ${makerOf(draft)}`,
    `  ${paint('dim', shortText(textOf(draft)))}`,
    ...(draft.note === null ? [] : [`  Note: ${plainText(draft.note)}`]),
    ...(draft.postId === null ? [] : [`  Published as ${draft.postId}`]),
    check.valid
      ? `  ${paint('green', 'It can be published')}, for ${showUnits(check.units)}.`
      : `  ${paint('yellow', 'It cannot be published yet:')}`,
    ...wrong.map((line) => `    ${line}`),
    ...check.warnings.map(({ path, message }) => `  Warning: ${plainText(path)}: ${plainText(message)}`),
    `  ${plainText(draft.composeUrl)}`,
    '',
  ].join('\n');
}

const makerOf = ({ createdBy: { type, name } }: Draft): string => plainText(name ?? type);

const textOf = ({ request }: Draft): string => (typeof request.content === 'string' ? request.content : '');
