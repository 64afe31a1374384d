import { NetworkError, type NetworkErrorFacts } from '@fanfare/network';

type Facts = {
  /**
   * `content_rejected`: another address; `credential_rejected`: another key; else the hub changes.
   */
  readonly code: Extract<NetworkErrorFacts['code'], 'content_rejected' | 'credential_rejected' | 'network_unavailable'>;
  /** The problem and its remedy, for the person who connects. */
  readonly message: string;
  readonly networkCode: string;
};

/**
 * An error for a hub that cannot be connected, with a known reason: the person who connects reads
 * its message.
 *
 * @example
 * throw new ConnectProblem({ code: 'content_rejected', message: 'The site redirects to https://www.example.org. Connect with that address.', networkCode: '301' });
 */
export class ConnectProblem extends NetworkError {
  constructor(facts: Facts) {
    super({ ...facts, outcome: 'rejected', ...(facts.code === 'credential_rejected' && { credential: 'revoked' }) });
  }
}
