import { CONNECT_FAILURE_REASONS, type ConnectFailureReason, type OAuthPlatform } from '@fanfare/contract';
import type { ConnectResult } from '@fanfare/rules';
import { type Declinable, declinedBy } from '../accounts/permissions.ts';
import { profileIdOf } from '../accounts/profile-id.ts';
import { storeAccount } from '../accounts/store-account.ts';
import type { MockState } from '../mock-state.ts';
import type { ConnectAttempt, Project, StoredAccount } from '../world.ts';

/** A LinkedIn page that a member administers. */
export type LinkedinPage = {
  /** Digits of the organization's URN. */
  readonly id: string;
  /** Its name, which becomes `username` of the account. */
  readonly name: string;
};

/** The answer of the user on the network's page. */
export type Consent =
  | {
      /** They agree. */
      readonly outcome: 'approve';
      /** Name of the profile; the same name is the same profile. Default: `ada`. */
      readonly username?: string;
      /** Pages of a LinkedIn member; default: one. */
      readonly pages?: readonly LinkedinPage[];
      /** Declined permissions, for `permission_missing`. Only for Instagram and Threads. */
      readonly without?: readonly Declinable[];
    }
  | {
      /** They decline. */
      readonly outcome: 'deny';
    }
  | {
      /** Any other documented reason. */
      readonly outcome: Exclude<ConnectFailureReason, 'access_denied' | 'state_invalid'>;
    };

/** Reasons for which the network or the service, not the user, ends a connect flow. */
export const CONNECT_FAILURES = CONNECT_FAILURE_REASONS.flatMap((reason) =>
  reason === 'access_denied' || reason === 'state_invalid' ? [] : [reason],
);

type Profile = { readonly platformUserId: string; readonly username: string };
type Deps = Pick<MockState, 'world' | 'clock' | 'ids' | 'events'>;

/** A page as the network's page in the browser names it: the same name is the same page. */
export const pageNamed = (name: string): LinkedinPage => ({ id: profileIdOf('linkedin', `page ${name}`), name });

const DEFAULT_PAGES: readonly LinkedinPage[] = [{ id: '2414183', name: 'Ada Industries' }];

/** Stores one account per profile, the person first; pages beyond the cap are left out. */
export function finishConnect(deps: Deps, attempt: ConnectAttempt, consent: Consent): ConnectResult {
  if (consent.outcome === 'deny') return { ok: false, reason: 'access_denied' };
  if (consent.outcome !== 'approve') return { ok: false, reason: consent.outcome };
  const project = deps.world.projects.get(attempt.projectId);
  if (!project) return { ok: false, reason: 'exchange_failed' };
  const { username = 'ada', pages = DEFAULT_PAGES } = consent;
  const granted = { declined: declinedBy(attempt.platform, consent.without), grant: Symbol('consent') };
  const before = grantsOf(deps.world, project);
  const stored: StoredAccount[] = [];
  for (const profile of profilesOf(attempt.platform, username, pages)) {
    const { platform, profileId } = attempt;
    const connected = storeAccount(deps, project, { platform, profileId, ...profile, ...granted, hub: null });
    if (connected) stored.push(connected.account);
    else if (stored.length === 0) break;
  }
  const [first, ...others] = stored;
  // The person's own consent before this one: other accounts that used it go on with the new one,
  // as they are.
  const replaced = first && before.get(first);
  for (const [account, grant] of before) {
    if (replaced && grant === replaced && !stored.includes(account)) Object.assign(account, granted);
  }
  if (!first) return { ok: false, reason: 'account_limit_reached' };
  const names = others.map(({ username: name }) => name);
  return { ok: true, accountId: first.id, platform: attempt.platform, username: first.username, pages: names };
}

function profilesOf(platform: OAuthPlatform, username: string, pages: readonly LinkedinPage[]): readonly Profile[] {
  const person = { platformUserId: profileIdOf(platform, username), username };
  if (platform !== 'linkedin') return [person];
  return [person, ...pages.map(({ id, name }) => ({ platformUserId: `organization:${id}`, username: name }))];
}

const grantsOf = ({ accounts }: Deps['world'], { id }: Project): ReadonlyMap<StoredAccount, symbol | null> =>
  new Map([...accounts.values()].flatMap((one) => (one.projectId === id ? [[one, one.grant] as const] : [])));
