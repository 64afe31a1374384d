import { NetworkError, type NetworkErrorFacts } from '@fanfare/network';

type Facts = {
  /** `content_rejected`: another address is needed. `credential_rejected`: another key. `network_unavailable`: the hub, or what stands in front of it, must change. */
  readonly code: Extract<NetworkErrorFacts['code'], 'content_rejected' | 'credential_rejected' | 'network_unavailable'>;
  /** What is wrong and what to do, for the person who connects. */
  readonly message: string;
  readonly networkCode: string;
};

/**
 * What `connect` throws where it knows why a hub cannot be connected: the person who connects reads its message.
 *
 * @example
 * throw new ConnectProblem({ code: 'content_rejected', message: 'The site redirects to https://www.example.org. Connect with that address.', networkCode: '301' });
 */
export class ConnectProblem extends NetworkError {
  constructor(facts: Facts) {
    super({ ...facts, outcome: 'rejected', ...(facts.code === 'credential_rejected' && { credential: 'revoked' }) });
  }
}
