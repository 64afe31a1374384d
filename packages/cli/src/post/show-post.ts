import type { Account, Post, Target, TargetErrorDetail, Warning } from '@fanfare/sdk';
import type { Output } from '../output/create-output.ts';
import { plainText, shortText } from '../output/plain-text.ts';
import { table } from '../output/table.ts';
import { showWhen } from '../when/show-when.ts';

type Deps = Pick<Output, 'paint'> & { readonly accounts: readonly Account[]; readonly zone: string };

const COLOURS = {
  published: 'green',
  scheduled: 'cyan',
  publishing: 'cyan',
  pending: 'cyan',
  failed: 'red',
  partial: 'yellow',
  cancelled: 'yellow',
  skipped: 'yellow',
} as const;

/** A post for people: a line for each target, and what is to be done about what failed. */
export function showPost({ paint, accounts, zone }: Deps, post: Post, warnings: readonly Warning[] = []): string {
  const colour = (status: keyof typeof COLOURS): string => paint(COLOURS[status] ?? 'cyan', status);
  const due = post.publishAt === null ? '' : `  ${showWhen(new Date(post.publishAt), zone)}`;
  const rows = post.targets.map((target) => [
    target.platform,
    nameOf(target, accounts),
    colour(target.status),
    target.url === null ? '' : plainText(target.url),
  ]);
  const lines = table(rows, '  ').split('\n');
  const targets = post.targets.flatMap((target, at) => [
    lines[at] ?? '',
    ...notesOf(target, colour).map((note) => `    ${note}`),
  ]);
  return [
    `${paint('bold', post.id)}  ${colour(post.status)}${due}`,
    ...(post.content === '' ? [] : [`  ${paint('dim', shortText(post.content))}`]),
    ...targets,
    ...warnings.map(({ path, message }) => `  Warning: ${plainText(path)}: ${plainText(message)}`),
    '',
  ].join('\n');
}

function nameOf({ accountId }: Target, accounts: readonly Account[]): string {
  const account = accounts.find(({ id }) => id === accountId);
  return account ? `@${plainText(account.username)}` : accountId;
}

function notesOf(target: Target, colour: (status: keyof typeof COLOURS) => string): string[] {
  const { errorDetail, warnings, commentError, thread = [], firstComments = [] } = target;
  return [
    ...(errorDetail ? errorLines(errorDetail) : []),
    ...thread.slice(1).map(({ status, url, error }, at) => `Post ${at + 2}: ${colour(status)} ${shown(url ?? error)}`),
    ...(commentError === null ? [] : [`First comment: ${shown(commentError)}`]),
    ...firstComments.map(({ status, error }, at) => `Comment ${at + 1}: ${colour(status)} ${shown(error)}`.trimEnd()),
    ...(target.unpublishedAt === null ? [] : [`Removed from the network at ${target.unpublishedAt}`]),
    ...(target.unpublishError === null ? [] : [`Not removed: ${shown(target.unpublishError)}`]),
    ...warnings.map(({ message }) => `Warning: ${plainText(message)}`),
  ];
}

const shown = (text: string | null): string => plainText(text ?? '');

function errorLines({ code, message, remedy, networkCode, networkMessage, retryable }: TargetErrorDetail): string[] {
  const network = [networkCode, networkMessage].filter((part) => part !== null).join(': ');
  return [
    `${code}: ${plainText(message)}`,
    ...(network === '' ? [] : [`The network says: ${plainText(network)}`]),
    ...(remedy === null ? [] : [`What to do: ${plainText(remedy)}`]),
    ...(code === 'outcome_unknown'
      ? ['The post may be live. Look at the account before you send it again.']
      : retryable && remedy === null
        ? ['The same can succeed later.']
        : []),
  ];
}
