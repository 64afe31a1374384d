import { type Credential, NetworkError, requireScopes } from '@fanfare/network';

/** A permission that a capability beyond publishing rests on. */
export type RequiredScope = {
  readonly network: string;
  readonly scope: string;
  /** The action that needs it, such as `first comments`. */
  readonly purpose: string;
};

const remedyOf = ({ scope }: RequiredScope): string => `Connect the account again to grant ${scope}.`;

/**
 * Throws NetworkError `permission_missing`, `not_sent`, when the account was connected without the
 * permission: permissions are fixed when the user approves, so an account older than a capability
 * stays without it until it is connected again. No call is made.
 */
export function requireScope(required: RequiredScope, credential: Pick<Credential, 'scopes'>): void {
  requireScopes(required.network, credential, [required.scope], required.purpose);
}

/** The same error with the missing permission named, unless only the operator can correct it. */
export function withScopeRemedy(required: RequiredScope, error: unknown): unknown {
  if (!(error instanceof NetworkError) || error.code !== 'permission_missing' || error.facts.operator) return error;
  return new NetworkError({
    ...error.facts,
    remedy: error.facts.remedy?.includes(required.scope) ? error.facts.remedy : remedyOf(required),
  });
}
