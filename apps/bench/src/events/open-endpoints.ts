import type { Project } from '../running-fanfare.ts';
import type { EventService } from './event-service.ts';
import type { Target } from './publish.ts';
import type { Receivers } from './receivers.ts';

/** The events of an endpoint are those of its accounts alone. Returns the accounts, in the order of the endpoints. */
export async function openEndpoints(
  { service, receivers }: { readonly service: EventService; readonly receivers: Receivers },
  of: { readonly projects: readonly Project[]; readonly endpoints: number; readonly accountsEach: number },
): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (let endpoint = 0; endpoint < of.endpoints; endpoint++) {
    const project = of.projects[endpoint % of.projects.length]!;
    const profileId = `endpoint-${endpoint}`;
    const accounts = await service.connect(project, of.accountsEach, profileId);
    const { status, body } = await project.call('POST', '/webhooks', { url: receivers.urlOf(endpoint), profileId });
    if (status !== 201) throw new Error(`creating a webhook failed: ${status} ${JSON.stringify(body)}`);
    targets.push(...accounts.map((accountId) => ({ project, accountId, endpoint })));
  }
  await service.settled();
  await receivers.take();
  return targets;
}
