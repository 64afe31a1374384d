import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first, so that no worker ends with one alone. */
const SLOW = [
  'api-suite/test/suite.test.ts',
  'packaging/test/running-server.test.ts',
  'server/test/chaos/never-twice-never-lost.test.ts',
  'server/test/reposts/disconnects-and-stops.test.ts',
  'server/test/db/host-vanishes.test.ts',
  'server/test/composition/start-refused.test.ts',
  'server/test/composition/stop.test.ts',
  'server/test/publishing/recovery/restore-in-place.test.ts',
  'server/test/accounts/credentials/refresh-job.test.ts',
  'server/test/publishing/networks/hostile-media.test.ts',
  'server/test/events/each-type.test.ts',
  'server/test/operator/dev/one-command.test.ts',
  'server/test/operator/dev/killed.test.ts',
  'server/test/operator/dev/signals.test.ts',
  'server/test/events/webhooks/leases.test.ts',
  'dashboard/test/published-once.test.ts',
  'dashboard/test/pages.test.ts',
  'express-connect/test/connect.test.ts',
  'real-hubs/test/wordpress/exchange.test.ts',
  'sdk/test/server/examples.test.ts',
  'publish-everywhere/test/publish-everywhere.test.ts',
  'docs/test/quick-start-mock.test.ts',
  'queue-worker/test/queue-worker.test.ts',
  'docs/test/webhooks.test.ts',
  'hub-conformance/test/wordpress.test.ts',
  'mastodon-network/test/own-server.test.ts',
  'dashboard/test/walk.test.ts',
  'network-conformance/test/linkedin.test.ts',
  'network-conformance/test/instagram.test.ts',
  'docs/test/quick-start-sdk.test.ts',
  'hubs/kit/test/simulators.test.ts',
  'docs/test/quick-start-rest.test.ts',
  'network-conformance/test/threads.test.ts',
  'hub-conformance/test/micropub.test.ts',
  'network-conformance/test/x.test.ts',
  'humhub-hub/test/conformance.test.ts',
];

/** Files of a project begin with slow ones: a clean checkout has no times. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted
        .filter((file) => file.project === project)
        .map((file) => ({ file, place: placeOf(file.moduleId) }))
        .sort((one, other) => one.place - other.place)
        .map(({ file }) => file),
    );
  }
}

function placeOf(file: string): number {
  const at = SLOW.findIndex((slow) => file.endsWith(slow));
  return at < 0 ? SLOW.length : at;
}
