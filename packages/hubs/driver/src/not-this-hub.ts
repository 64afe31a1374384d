import { NetworkError } from '@fanfare/network';

/**
 * What `connect` throws where there is no such hub at the address. `api` names what was looked for.
 *
 * @example
 * throw notThisHub('the REST API of HumHub', error.facts.networkCode, error);
 */
export const notThisHub = (api: string, networkCode: string | undefined, cause?: NetworkError): NetworkError =>
  new NetworkError({
    code: 'content_rejected',
    outcome: 'rejected',
    message: `The address does not answer as ${api} does.`,
    networkCode,
    cause,
  });

/** What `connect` throws for an answer that says nothing about what is at the address. Null for one that does. */
export const hubIsDown = ({ status }: { readonly status: number }): NetworkError | null =>
  status !== 429 && status < 500
    ? null
    : new NetworkError({
        code: 'network_unavailable',
        outcome: 'rejected',
        message: 'The hub had a fault of its own.',
        networkCode: String(status),
      });
