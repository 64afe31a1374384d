import type { Credential } from '@fanfare/network';
import type { OpenedCredential } from '../../../src/accounts/credentials/read-credential.ts';
import { until } from '../../until.ts';
import type { SingleUseNetwork } from './use-renewal.ts';

/** The state of an account that can publish. */
export const ALIVE = { status: 'active', reason: null, failures: 0, doubt: false, leased: false, kept: true };

export const tokenOf = (opened: OpenedCredential): string =>
  opened.state === 'open' ? opened.credential.accessToken.reveal() : JSON.stringify(opened);
export const statesOf = (opened: readonly OpenedCredential[]) => [...new Set(opened.map(({ state }) => state))];

/** An answer that arrives when the test sends it. */
export function heldAnswer(network: SingleUseNetwork) {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const before = network.spentTokens.length;
  network.answer = async (granted: Credential) => {
    await arrived;
    return granted;
  };
  return {
    arrive: () => arrive(),
    called: () => until(async () => (network.spentTokens.length > before ? true : null)),
  };
}
