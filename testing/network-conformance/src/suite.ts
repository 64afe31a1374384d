import type { OAuthAdapter } from '@fanfare/network';
import type { Conformance, Edge } from './conformance.ts';
import type { Fixture } from './fixture.ts';
import type { WireRequest } from './record-requests.ts';
import type { WriteName } from './subject.ts';

/** Parts that the suites share. `fixture` returns that of the running test. */
export type Suite = {
  readonly conformance: Conformance;
  readonly adapter: OAuthAdapter;
  readonly fixture: () => Fixture;
  /** Purpose of the row a request matches, as the page words it. */
  readonly purposeOf: (request: WireRequest) => string;
};

/** The public writes this adapter has. */
export function writesOf({ adapter }: Pick<Suite, 'adapter'>): readonly WriteName[] {
  return [
    'publish' as const,
    ...(adapter.comment ? ['comment' as const] : []),
    ...(adapter.repost ? ['repost' as const] : []),
    ...(adapter.unpublish ? ['unpublish' as const] : []),
  ];
}

export function edgeOf({ conformance }: Pick<Suite, 'conformance'>, name: string): Edge {
  const edge = conformance.edges[name];
  if (edge === undefined) throw new Error(`The conformance of ${conformance.name} names no edge "${name}".`);
  return edge;
}
