import type { TargetErrorCode } from '@fanfare/sdk';

const AGAIN = 'press “Send failed again” on the post’s page.';
const RECONNECT = `Reconnect the account under Accounts, then ${AGAIN}`;
const CHANGE = 'press “Duplicate and change” on the post’s page and change';

/** The remedy of each failure on these pages. */
const REMEDIES: Readonly<Record<TargetErrorCode, string>> = {
  account_not_active: RECONNECT,
  permission_missing: RECONNECT,
  credential_rejected: RECONNECT,
  media_processing_timeout: `To try once more, ${AGAIN} A shorter or smaller video is processed faster.`,
  outcome_unknown: 'Look at the account on the network before you send it again.',
  worker_lost: `To send it now, ${AGAIN}`,
  cancelled: 'To publish it after all, press “Duplicate” on the post’s page.',
  rate_limited: `Wait, then ${AGAIN}`,
  duplicate_content: `To publish it, ${CHANGE} the text.`,
  content_rejected: `To publish it, ${CHANGE} what the network names.`,
  media_rejected: `To publish it, ${CHANGE} the picture or video.`,
  media_unreachable: `Make the address of the picture or video public, then ${AGAIN}`,
  media_processing_failed: `To publish it, ${CHANGE} the picture or video.`,
  account_restricted: `Resolve the restriction on the network, then ${AGAIN}`,
  account_deleted: 'Connect another account under Accounts.',
  network_credits_exhausted: `Ask whoever runs this installation to renew the allowance at the network, then ${AGAIN}`,
  network_unavailable: `To try once more, ${AGAIN}`,
  space_not_found: `To publish it, ${CHANGE} the space.`,
  schedule_missed: 'If it is still wanted, press “Duplicate” on the post’s page.',
  internal_error: `To try once more, ${AGAIN} If it fails again, report the post id.`,
};

/** Remedies for callers of the API name keys and calls, which are not on these pages. */
const IS_FOR_CALLERS = /`|\bkey\b|\btarget\b|connect flow/;

/** The remedy for a failed target: the words of its network, or else the remedy on these pages. */
export function remedyOf({
  code,
  remedy,
}: {
  readonly code: TargetErrorCode;
  readonly remedy: string | null;
}): string | null {
  if (remedy !== null && !IS_FOR_CALLERS.test(remedy)) return remedy;
  return REMEDIES[code] ?? null;
}

/** An error that is one text, without its code and without sentences for callers of the API. */
export const saidToPeople = (error: string): string =>
  withoutCode(error)
    .split(/(?<=\.) /)
    .filter((sentence) => !IS_FOR_CALLERS.test(sentence))
    .join(' ');

/** An error that is one text, `code: message`, without its code. */
export const withoutCode = (error: string | null): string => (error ?? '').replace(/^[a-z]+(?:_[a-z]+)*: /, '');
