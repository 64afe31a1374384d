import { readList } from '../meta/graph/list-parameter.ts';
import type { Parameters } from '../meta/graph/parameters.ts';

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/**
 * Reads `allowlisted_country_codes`, ISO 3166-1 alpha-2 codes between commas (Meta, Threads
 * geo-gated content, 2024-08-19, checked 2026-11). Null for a code of no country.
 */
export function readCountries(parameters: Parameters): readonly string[] | null {
  const codes = readList(parameters, 'allowlisted_country_codes');
  return codes.every((code) => /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined) ? codes : null;
}
