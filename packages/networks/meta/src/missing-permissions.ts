import { type Credential, NetworkError, type ProfilesAnswer } from '@fanfare/network';

type Refused = ProfilesAnswer & { readonly ok: false };

const refuse = (network: string, names: string): Refused => ({
  ok: false,
  reason: 'permissions_missing',
  message: `${network} did not grant ${names}. Connect again and leave every permission ticked.`,
});

/** A refusal naming missing permissions, or null. Users can untick them. */
export function missingPermissions(
  network: string,
  required: readonly string[],
  credential: Credential,
): Refused | null {
  const missing = required.filter((scope) => !credential.scopes.includes(scope));
  return missing.length === 0 ? null : refuse(network, missing.join(' and '));
}

/** The same refusal by the network when the profile is read; null for other errors. */
export function permissionRefusal(network: string, error: unknown): Refused | null {
  const missing = error instanceof NetworkError && error.code === 'permission_missing' && error.facts.operator !== true;
  return missing ? refuse(network, 'access to the profile') : null;
}
