import type { ErrorRow } from './error-row.ts';

/**
 * Refusals that any server or proxy on the way may answer, in the words of one network. Put each
 * row where the order of the table wants it.
 *
 * @example
 * const HTTP = httpErrorRows('X');
 * const ERROR_ROWS = [HTTP.serverFault, HTTP.redirect, …];
 */
export function httpErrorRows(network: string) {
  return {
    serverFault: {
      name: 'server_fault',
      when: [{ family: 5 }, { status: [408] }],
      code: 'network_unavailable',
      message: `${network} had a fault of its own.`,
      retry: 1_000,
    },
    redirect: {
      name: 'redirect',
      when: [{ family: 3 }],
      source: 'RFC 9110, section 15.4',
      code: 'network_unavailable',
      message: `${network} answered with a redirect, which is never followed.`,
      remedy: `Operator: check the configured addresses of ${network}.`,
      operator: true,
    },
    notProcessed: {
      name: 'not_processed',
      when: [{ status: [421, 425] }],
      source: 'RFC 9110, section 15.5.20; RFC 8470, section 5.2',
      code: 'network_unavailable',
      message: `${network} asked to send the request again.`,
      retry: 1_000,
    },
    /** A proxy that wants its own password, or a gateway: it says nothing about the account. */
    refusedInBetween: {
      name: 'refused_in_between',
      when: [{ status: [401] }],
      code: 'network_unavailable',
      message: `Something between this service and ${network} refused the call.`,
      remedy: `Operator: check the proxy in front of ${network} and the configured address of its API.`,
      operator: true,
      retry: 1_000,
    },
  } as const satisfies Readonly<Record<string, ErrorRow>>;
}

/** The same purposes for several rows. */
export const rowsOn = <Purpose extends string>(
  on: readonly Purpose[],
  rows: readonly Omit<ErrorRow<Purpose>, 'on'>[],
): readonly ErrorRow<Purpose>[] => rows.map((row) => ({ ...row, on }));
