import {
  type ApiVersion,
  type ApiVersions,
  chooseVersions,
  createApiVersions,
  type VersionStep,
} from '@fanfare/network';

/**
 * The versions this release was written for, the preferred one first. LinkedIn makes one a month
 * and serves each for at least a year (LinkedIn, Marketing API versioning, checked 2026-11). The
 * older one is used where the newer is not active.
 */
export const LINKEDIN_VERSIONS: readonly [ApiVersion, ...ApiVersion[]] = [
  { version: '202609', sunsetAt: '2027-09-15', source: 'LinkedIn, Marketing API migrations, checked 2026-11' },
  // Its end was not announced yet when this was written: July 2026 and the year LinkedIn promises.
  { version: '202607', sunsetAt: '2027-07-01', source: 'LinkedIn, Marketing API versioning, checked 2026-11' },
];

/**
 * The versions of LinkedIn's API to use: the operator's own list, or `LINKEDIN_VERSIONS`. Make one
 * object per process and pass it to `createLinkedin`: a version that LinkedIn refuses is not used
 * again.
 *
 * @example
 * const versions = linkedinVersions({ wanted: ['202609', '202703'], onStep: ({ from, to }) => log.warn({ from, to }) });
 */
export function linkedinVersions(
  options: { readonly wanted?: readonly string[] | undefined; readonly onStep?: (step: VersionStep) => void } = {},
): ApiVersions {
  return createApiVersions({
    network: 'linkedin',
    versions: chooseVersions(LINKEDIN_VERSIONS, options.wanted, 'LINKEDIN_VERSION'),
    // Ended, unknown and not yet active versions all get `NONEXISTENT_VERSION`, "Requested version
    // 20250401 is not active" (n8n-io/n8n issues 14737 and 28600, checked 2026-11). LinkedIn did
    // not process the call itself.
    isRefused: ({ status }) => status === 426,
    ...(options.onStep && { onStep: options.onStep }),
  });
}
