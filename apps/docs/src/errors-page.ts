import {
  CreatePostResponseSchema,
  docUrl,
  EXAMPLE_DOCS_URL,
  errorExample,
  notesOf,
  REQUEST_ERROR_CODES,
  REQUEST_ERRORS,
  type RequestErrorCode,
  routesOf,
  TARGET_ERROR_CODES,
  TARGET_ERRORS,
  TARGET_WARNING_CODES,
  TARGET_WARNINGS,
  type TargetErrorCode,
  type TargetWarningCode,
  targetDocUrl,
} from '@fanfare/contract';
import { anchored, code, json, page, table } from './markdown.ts';

const anchorOf = (url: string): string => new URL(url).hash.slice(1);
const anchorOfRequest = (name: RequestErrorCode): string => anchorOf(docUrl(EXAMPLE_DOCS_URL, name));
const anchorOfTarget = (name: TargetErrorCode): string => anchorOf(targetDocUrl(EXAMPLE_DOCS_URL, name));
const requestLink = (name: RequestErrorCode): string => `[${code(name)}](#${anchorOfRequest(name)})`;
const targetLink = (name: TargetErrorCode): string => `[${code(name)}](#${anchorOfTarget(name)})`;
const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

/** `docs/errors.md`: every code, at the anchors that `docUrl` and `targetDocUrl` promise. */
export function errorsPage(): string {
  return page([
    '# Errors',
    `A **request error** is the answer to a request that was refused or failed. A **target error** says why one account of an accepted post failed; the others may have been
published. Branch on the codes: they are stable, messages may change. Codes may be added, so be ready for unknown ones.`,
    '## Request errors',
    `Every answer with status 400 or higher has this body. ${code('details')} names all problems of the request at once: broken
[content rules](limits.md#content-rules) with ${requestLink('invalid_post')}, the state of the quota with ${requestLink('quota_exceeded')}, otherwise
the invalid fields.`,
    json(errorExample('unauthorized').value),
    table(['Status', 'Codes'], statusRows()),
    ...REQUEST_ERROR_CODES.flatMap(requestSection),
    '## Target errors',
    `A failed target has ${code('error')}, a text of code and message, and ${code('errorDetail')} with the same as fields and the network's own message. A failed
first comment has ${code('commentError')}, with the same codes.`,
    json(failedTarget()),
    `**After any failure except ${targetLink('outcome_unknown')} nothing is live on the network**, and you may send the target again with a new idempotency key. Retryable
means that this can succeed without a change.`,
    table(['Code', 'Retryable', 'May be live'], targetRows()),
    ...TARGET_ERROR_CODES.flatMap(targetSection),
    '## Target warnings',
    `A network may accept a post without some of its parts, or in another way. The target is ${code('published')} then, and its ${code('warnings')} say which, each with a code
and a message; otherwise the list is empty. They come from publishing, unlike the ${code('warnings')} of the answer to a create request, which name fields without
effect.`,
    ...TARGET_WARNING_CODES.flatMap(warningSection),
  ]);
}

function statusRows(): readonly (readonly string[])[] {
  const statuses = [...new Set(REQUEST_ERROR_CODES.map((name) => REQUEST_ERRORS[name].status))];
  return statuses.map((status) => {
    const names = REQUEST_ERROR_CODES.filter((name) => REQUEST_ERRORS[name].status === status);
    return [`${status}`, names.map(requestLink).join(', ')];
  });
}

function requestSection(name: RequestErrorCode): readonly string[] {
  const { status, meaning, remedy } = REQUEST_ERRORS[name];
  const { details } = errorExample(name).value.error;
  return [
    anchored(anchorOfRequest(name), `### ${code(name)}`),
    `**${status}.** ${meaning}`,
    `What to do: ${remedy}`,
    `Answered by: ${answeredBy(name)}.`,
    ...(details ? [`An entry of ${code('details')}:`, json(details[0])] : []),
  ];
}

function answeredBy(name: RequestErrorCode): string {
  const routes = routesOf();
  const answering = routes.filter(({ errorCodes }) => errorCodes.includes(name));
  if (answering.length === routes.length) return 'every route';
  return answering.map(({ method, path }) => code(`${method} ${path}`)).join(', ');
}

function targetRows(): readonly (readonly string[])[] {
  return TARGET_ERROR_CODES.map((name) => {
    const { retryable, mayBeLive } = TARGET_ERRORS[name];
    return [targetLink(name), yesOrNo(retryable), mayBeLive ? '**yes**' : 'no'];
  });
}

function targetSection(name: TargetErrorCode): readonly string[] {
  const { meaning, remedy, retryable, mayBeLive } = TARGET_ERRORS[name];
  return [
    anchored(anchorOfTarget(name), `### ${code(name)}`),
    meaning,
    `Retryable: ${yesOrNo(retryable)}. May be live: ${mayBeLive ? '**yes**' : 'no'}.`,
    `What to do: ${remedy}`,
  ];
}

function warningSection(name: TargetWarningCode): readonly string[] {
  const { meaning, remedy } = TARGET_WARNINGS[name];
  return [`### ${code(name)}`, meaning, `What to do: ${remedy}`];
}

/** The failed target of the contract's own example. */
function failedTarget(): unknown {
  const { post } = CreatePostResponseSchema.parse(notesOf('posts.create').answers[201]?.example?.value);
  const failed = post.targets.find(({ status }) => status === 'failed');
  if (failed === undefined) throw new Error('The example of posts.create has no failed target.');
  const { platform, status, error, errorDetail } = failed;
  return { platform, status, error, errorDetail };
}
