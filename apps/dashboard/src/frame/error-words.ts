import { type FieldProblem, fieldSentence } from './field-words.ts';

const UNREACHABLE = 'The server cannot be reached. Check your connection, then try again.';
const ASK = 'ask whoever runs this installation';

/** The remedy of each code on these pages. The answers are worded for callers of the API. */
const REMEDIES: Readonly<Record<string, string>> = {
  rate_limited: 'Wait a minute, then try again.',
  internal_error: 'Try again. If it happens again, report the request id.',
  unavailable: 'Wait a few seconds, then try again.',
  account_not_active: 'Reconnect the account under Accounts.',
  account_not_found: 'It may have been disconnected: reload the page.',
  account_limit_reached: `Disconnect an account that is no longer used, or ${ASK} for a larger plan.`,
  webhook_limit_reached: 'Delete a webhook that is no longer used.',
  webhook_exists: 'Change the webhook that has this address: each webhook can have every type of event.',
  project_limit_reached: `Use an existing project, or ${ASK} for a larger plan.`,
  key_limit_reached: 'Revoke a key that is no longer used.',
  draft_limit_reached: 'Delete a draft that is no longer needed, under “Drafts”.',
  storage_exceeded: `Use files of earlier posts again, or ${ASK} for a larger plan.`,
  invitation_limit_reached: 'Withdraw an invitation, or wait until some are accepted.',
  already_member: 'Change the role in the list of members.',
  not_cancellable: 'It is being published or has settled: reload the page to see how.',
};

/** Sentences that stand for the whole answer. */
const INSTEAD: Readonly<Record<string, string>> = {
  unexpected_answer:
    'Something between this page and the server answered in its place, such as a proxy or a sign-in of your network. Reload the page.',
  upload_closed: 'Something else is uploading this file. Wait a minute, then try again.',
  upload_incomplete: 'Only a part of the file has arrived. Try again.',
  payload_too_large: 'This is larger than the server takes. Shorten it.',
};

/** Says what an error of the SDK, of `/app/api` or of the page itself says to a person. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Something unexpected happened.';
  const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
  if (isUnreachable(error)) return error.name === 'FanfareTimeoutError' ? LATE : UNREACHABLE;
  if (typeof code !== 'string') return error.message;
  // The SDK writes status and code in front of what the server said.
  const said = error.message.replace(`${String(status)} ${code}: `, '');
  if (code === 'quota_exceeded') return overQuota(error) ?? said;
  if (code === 'invalid_request') return brokenFields(error) || said;
  return INSTEAD[code] ?? [said, REMEDIES[code]].filter(Boolean).join(' ');
}

const LATE = 'The server did not answer in time. Try again.';

/** Whether nobody answered: what was sent may have arrived. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (/^Fanfare(Connection|Timeout)Error$/.test(error.name) ||
    // fetch rejects with a TypeError when nothing answers; its words differ by browser.
    (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)));

const brokenFields = (error: Error): string =>
  ((error as { readonly details?: readonly FieldProblem[] }).details ?? []).map(fieldSentence).join(' ');

const count = (units: number): string => units.toLocaleString('en');
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });

function overQuota(error: Error): string | null {
  const [detail] = (error as { readonly details?: readonly Partial<Quota>[] }).details ?? [];
  if (detail?.limit === undefined || detail.requested === undefined || detail.resetsAt === undefined) return null;
  const left = Math.max(0, detail.limit - (detail.used ?? 0) - (detail.reserved ?? 0));
  return `Nothing was published: this needs ${count(detail.requested)} ${detail.requested === 1 ? 'unit' : 'units'}, and ${count(left)} of ${count(detail.limit)} are left until ${day.format(new Date(detail.resetsAt))}. ${WITHIN_QUOTA}`;
}

type Quota = {
  readonly limit: number;
  readonly used: number;
  readonly reserved: number;
  readonly requested: number;
  readonly resetsAt: string;
};

/** The remedy when a post needs more units than are left. */
export const WITHIN_QUOTA = `Choose fewer accounts, take a link out of the text for X, cancel a scheduled post, or ${ASK} for a larger plan.`;
