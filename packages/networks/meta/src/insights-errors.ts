import type { GraphErrorRow } from './graph-error-row.ts';

/** Errors of the insights edges. Source: Meta, Instagram media insights reference, checked 2026-11; rows seen only in production name their report. */
export const INSIGHTS_ERRORS: readonly GraphErrorRow[] = [
  // Seen in production, absent from the reference (airbytehq/airbyte#1814, keboola/ex-facebook-graph-api#35)
  {
    code: 100,
    subcode: 2108006,
    becomes: 'content_rejected',
    counts: 'none',
    says: 'The post is older than the change to a professional account, and {network} has no counts of it.',
  },
];

/** Words of the insights edges that decide where no subcode does. */
export const INSIGHTS_ERROR_MARKERS: readonly { readonly text: string; readonly row: GraphErrorRow }[] = [
  // Comes under code 10, which means a missing permission everywhere else. Documented for metrics of a story below 5.
  {
    text: 'Not enough viewers for the media to show insights',
    row: {
      code: null,
      becomes: 'content_rejected',
      counts: 'none',
      says: '{network} has too few viewers of this post to count them.',
    },
  },
  // One metric that does not apply fails the whole call; two wordings seen (airbytehq/airbyte#72266, exileum/meta-mcp#120).
  {
    text: 'metric for this media product type',
    row: {
      code: null,
      becomes: 'content_rejected',
      counts: 'fewer',
      says: '{network} does not count this for this kind of post.',
    },
  },
  {
    text: 'is not supported for this media type',
    row: {
      code: null,
      becomes: 'content_rejected',
      counts: 'fewer',
      says: '{network} does not count this for this kind of post.',
    },
  },
];
