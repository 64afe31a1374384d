import type { NetworkError } from '@fanfare/network';
import { HUB_REFUSALS, type Refused } from '@fanfare/rules';

/** The refusal of a request whose call to the hub failed. A failure of the connection has no answer, so it has no code of the network. */
export const failedCall = ({ facts }: NetworkError): Refused =>
  facts.networkCode === undefined ? HUB_REFUSALS.unreachable() : HUB_REFUSALS.brokenAnswer();
