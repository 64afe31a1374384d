import type { Conformance } from '@fanfare/network-conformance';
import { controlOf } from './sandbox-network.ts';

/** Builds what Meta signs when the person removes the app; nothing listens at its destination. */
export function signedRequestOf(network: 'instagram' | 'threads'): NonNullable<Conformance['signedRequest']> {
  return async ({ testNetwork, account }) => {
    const answer = await controlOf(testNetwork)(`/${network}/deauthorize`, {
      username: account.username,
      callbackUrl: 'http://127.0.0.1:9/removed',
    });
    const text = (answer as { readonly signedRequest: string }).signedRequest;
    // Instagram identifies people by the app-scoped id.
    return { text, platformUserId: account.otherIds[0] ?? account.platformUserId };
  };
}
