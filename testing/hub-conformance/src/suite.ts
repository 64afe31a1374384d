import type { Draft } from '@fanfare/rules';
import type { DriverConformance } from './driver-conformance.ts';
import type { HubFixture } from './hub-fixture.ts';
import type { TestHub } from './test-hub.ts';

/** Parts that the suites of drivers share. `fixture` returns the one of the running test. */
export type HubSuite = {
  readonly conformance: DriverConformance;
  readonly testHub: TestHub;
  readonly fixture: () => HubFixture;
};

/** A post for a hub. */
export const aDraft = (content: string, images: readonly Image[] = [], spaceSlug: string | null = null): Draft => ({
  content,
  media: images.map(([url, altText]) => ({ type: 'image', url, ...(altText !== null && { altText }) })),
  firstComment: null,
  aiGenerated: false,
  spaceSlug,
});

type Image = readonly [url: string, altText: string | null];

/**
 * Two images, one of them with an alternative text, and the options of the driver: it meets every
 * step of a publish.
 */
export const aCarousel = ({ images: [one, another], options }: TestHub): Draft => ({
  ...aDraft('Harbour days', [
    [one, 'Boats at dawn'],
    [another, null],
  ]),
  ...(options && { options }),
});
