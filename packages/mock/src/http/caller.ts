import { bearerKey, UNAUTHORIZED } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import type { ApiKey, Project } from '../world.ts';
import { type HttpRequest, headerOf } from './http-request.ts';

/** The caller: a live key and its project. */
export type Caller = { readonly key: ApiKey; readonly project: Project };

/** The caller by `Authorization: Bearer`. */
export function authenticate({ world }: Pick<MockState, 'world'>, request: HttpRequest): Caller {
  const key = world.keys.get(bearerKey(headerOf(request, 'authorization')) ?? '');
  const project = key && !key.isRevoked ? world.projects.get(key.projectId) : undefined;
  if (!key || !project) throw new RequestRefusal(UNAUTHORIZED);
  return { key, project };
}
