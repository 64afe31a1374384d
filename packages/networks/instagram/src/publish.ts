import type { PublicWrite } from '@fanfare/network';
import { type ContainerApi, prepareContainers, publishContainer, reconcileContainer } from '@fanfare/network-meta';
import type { Draft } from '@fanfare/rules';
import { type InstagramConfig, versionedGraph } from './config.ts';
import { mediaTypeOf, textOf, toContainers } from './to-containers.ts';
import { containerStatusSchema } from './wire.ts';

const containerApi = (config: InstagramConfig): ContainerApi => ({
  graph: versionedGraph(config),
  edge: 'media',
  status: { fields: 'status_code,status', answer: containerStatusSchema },
  textField: 'caption',
  settleMs: 0,
});

/** Publishing to Instagram: containers, `media_publish`, and the container for reading back. */
export function createPublish(config: InstagramConfig): PublicWrite<Draft> {
  const api = containerApi(config);
  return {
    prepare: (call, draft) => prepareContainers(call, api, { ...toContainers(draft), draft }),
    send: (call, prepared) => publishContainer(call, api, prepared),
    reconcile: (call, attempt) =>
      reconcileContainer(call, api, attempt, { text: textOf(attempt.input), mediaType: mediaTypeOf(attempt.input) }),
  };
}
