import { networkName } from '../icons/network-mark.tsx';

/**
 * Describes why connecting did not work, and what to do, by the reason that the connect flow ended
 * with.
 */
export function failureOf(reason: string, platform: string): { readonly what: string; readonly next: string } {
  const network = networkName(platform);
  const known: Record<string, readonly [what: string, next: string]> = {
    access_denied: [
      'Cancel was pressed, so no access was given.',
      'Nothing has changed. Connect again whenever you like.',
    ],
    exchange_failed: [
      `${network} did not accept the sign-in.`,
      'Connect again. If it happens again, the app credentials or the redirect address of this installation are wrong.',
    ],
    permissions_missing: [
      `${network} did not give every permission that publishing needs.`,
      'Connect again, and leave every permission ticked.',
    ],
    account_not_eligible: [
      `${network} does not let apps publish to this account.`,
      platform === 'instagram'
        ? 'Change it to a professional account (Business or Creator) in the Instagram app, then connect again.'
        : 'Connect another account.',
    ],
    account_limit_reached: [
      'The plan of this workspace allows no further account.',
      'Disconnect an account, or choose a larger plan.',
    ],
    network_unavailable: [`${network} did not answer.`, 'Connect again in a few minutes.'],
  };
  const [what, next] = known[reason] ?? [`${network} answered with “${reason}”.`, 'Connect again.'];
  return { what, next };
}
