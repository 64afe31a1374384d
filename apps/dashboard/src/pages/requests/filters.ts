/** The filters of the list in the address. */
export type RequestFilters = {
  readonly onlyErrors: boolean;
  readonly requestId: string;
  readonly cursor: string;
};

export const readFilters = (parameters: URLSearchParams): RequestFilters => ({
  onlyErrors: parameters.get('errors') === 'true',
  requestId: parameters.get('request') ?? '',
  cursor: parameters.get('cursor') ?? '',
});

/** The address of the list with these filters. */
export function addressOf({ onlyErrors, requestId, cursor }: RequestFilters): string {
  const named = { errors: onlyErrors ? 'true' : '', request: requestId, cursor };
  const given = Object.entries(named).filter(([, value]) => value !== '');
  return given.length === 0 ? '/requests' : `/requests?${new URLSearchParams(given)}`;
}
