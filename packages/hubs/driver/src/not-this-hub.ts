import { NetworkError } from '@fanfare/network';

/**
 * Makes the error of `connect` for an address without such a hub. `api` names the API that was
 * looked for.
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

/** Makes the error of `connect` for an answer that shows no hub; null for others. */
export const hubIsDown = ({ status }: { readonly status: number }): NetworkError | null =>
  status !== 429 && status < 500
    ? null
    : new NetworkError({
        code: 'network_unavailable',
        outcome: 'rejected',
        message: 'The hub had a fault of its own.',
        networkCode: String(status),
      });
