import type { NetworkError } from '@fanfare/network';
import { HUB_REFUSALS, type Refused } from '@fanfare/rules';

/** The refusal after a failed call. A failed connection has no code of the network. */
export const failedCall = ({ facts }: NetworkError): Refused =>
  facts.networkCode === undefined ? HUB_REFUSALS.unreachable() : HUB_REFUSALS.brokenAnswer();
