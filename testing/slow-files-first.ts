import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first, so that no worker ends with one alone. */
const SLOW = [
  'api-suite/test/suite.test.ts',
  'packaging/test/running-server.test.ts',
  'server/test/chaos/never-twice-never-lost.test.ts',
  'server/test/operator/dev/one-command.test.ts',
  'server/test/media/stores/stores.test.ts',
  'server/test/posts/reposts/disconnects-and-stops.test.ts',
  'api-suite/test/agreement.test.ts',
  'server/test/publishing/networks/hostile-media.test.ts',
  'server/test/events/stream.test.ts',
  'server/test/posts/schedule/published-on-time.test.ts',
  'server/test/media/conversion/corpus.test.ts',
  'server/test/accounts/credentials/refresh-job.test.ts',
  'server/test/publishing/recovery/restore-in-place.test.ts',
  'server/test/media/host-copy.test.ts',
  'server/test/publishing/recovery/every-checkpoint.test.ts',
  'server/test/jobs/start-jobs.test.ts',
  'server/test/operator/cli/doctor.test.ts',
  'server/test/publishing/simulation/model-agrees-with-postgres.test.ts',
  'dashboard/test/pages.test.ts',
  'network-conformance/test/x.test.ts',
  'dashboard/test/walk.test.ts',
  'sdk/test/server/examples.test.ts',
  'dashboard/test/published-once.test.ts',
  'sdk/test/server/server.test.ts',
  'hub-conformance/test/wordpress.test.ts',
  'react-front-end/test/app.test.tsx',
  'docs/test/quick-start-sdk.test.ts',
  'humhub-hub/test/conformance.test.ts',
  'network-conformance/test/linkedin.test.ts',
  'cli/test/listen.test.ts',
  'mastodon-network/test/own-server.test.ts',
  'webhooks/test/webhooks.test.ts',
  'hub-conformance/test/micropub.test.ts',
  'mock/test/server.test.ts',
  'networks/adapter/test/media-source.test.ts',
  'mock/test/browser.test.ts',
  'docs/test/quick-start-mock.test.ts',
  'raw-rest/test/raw-rest.test.ts',
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
