import type { Conformance } from '@fanfare/network-conformance';
import { controlOf } from './sandbox-rig.ts';

/** What Meta signs when the person removes the app; nobody listens where it is sent. */
export function signedRequestOf(network: 'instagram' | 'threads'): NonNullable<Conformance['signedRequest']> {
  return async ({ rig, account }) => {
    const answer = await controlOf(rig)(`/${network}/deauthorize`, {
      username: account.username,
      callbackUrl: 'http://127.0.0.1:9/removed',
    });
    const text = (answer as { readonly signedRequest: string }).signedRequest;
    // Instagram names people by the id of the app's own scope.
    return { text, platformUserId: account.otherIds[0] ?? account.platformUserId };
  };
}
