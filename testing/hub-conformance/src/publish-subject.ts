import type { Subject } from '@fanfare/network-conformance/parts';
import type { Draft } from '@fanfare/rules';
import type { HubFixture } from './hub-fixture.ts';
import { aDraft } from './suite.ts';

/** Publishing one draft, ready to be tested. */
export function publishSubject({ adapter: { publish }, testHub }: HubFixture, draft = PLAIN): Subject {
  return {
    prepare: (call) => publish.prepare(call, draft),
    send: (call, prepared) => publish.send(call, prepared),
    reconcile: (call, attempt) => publish.reconcile(call, { ...attempt, input: draft }),
    live: async () => (await testHub.posts()).map(({ id }) => id),
  };
}

export const PLAIN: Draft = aDraft('Harbour days begin');

/** Publishes a draft and returns what the hub made of it. */
export async function publishWhole(fixture: HubFixture, draft = PLAIN) {
  const { publish } = fixture.adapter;
  const call = fixture.call();
  return publish.send(call, await publish.prepare(call, draft));
}
