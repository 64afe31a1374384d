import type { ApiVersion } from './api-versions.ts';

/**
 * An operator's own list of versions, in its order, with the dates that are known; the known list
 * where the operator gives none. `setting` names where the operator's list stands.
 *
 * @example
 * chooseVersions(LINKEDIN_VERSIONS, ['202609', '202703'], 'LINKEDIN_VERSION');
 */
export function chooseVersions(
  known: readonly ApiVersion[],
  wanted: readonly string[] | undefined,
  setting: string,
): readonly ApiVersion[] {
  if (wanted === undefined || wanted.length === 0) return known;
  return [...new Set(wanted)].map(
    (version) => known.find((each) => each.version === version) ?? { version, sunsetAt: null, source: setting },
  );
}
