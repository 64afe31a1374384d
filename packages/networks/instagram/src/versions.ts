import {
  type ApiVersion,
  type ApiVersions,
  chooseVersions,
  createApiVersions,
  type VersionStep,
} from '@fanfare/network';
import { refusesVersion } from '@fanfare/network-meta';

/** The versions of this release, the preferred one first. Meta serves each for two years. */
export const INSTAGRAM_VERSIONS: readonly [ApiVersion, ...ApiVersion[]] = [
  { version: 'v25.0', sunsetAt: '2028-07-29', source: 'Meta, Graph API versions, checked 2026-11' },
  // Ends two years after v27.0 came; its day is not announced yet, and not before July 2028.
  { version: 'v26.0', sunsetAt: null, source: 'Meta, Graph API versions, checked 2026-11' },
  { version: 'v27.0', sunsetAt: null, source: 'Meta, Graph API versions, checked 2026-11' },
];

/**
 * The versions of the Instagram API to use: the operator's own list, or `INSTAGRAM_VERSIONS`. Make
 * one object per process and pass it to `createInstagram`: a version that is refused is not used
 * again.
 *
 * @example
 * const versions = instagramVersions({ wanted: ['v27.0', 'v28.0'], onStep: ({ from, to }) => log.warn({ from, to }) });
 */
export function instagramVersions(
  options: { readonly wanted?: readonly string[] | undefined; readonly onStep?: (step: VersionStep) => void } = {},
): ApiVersions {
  return createApiVersions({
    network: 'instagram',
    versions: chooseVersions(INSTAGRAM_VERSIONS, options.wanted, 'INSTAGRAM_GRAPH_VERSION'),
    isRefused: refusesVersion,
    ...(options.onStep && { onStep: options.onStep }),
  });
}
