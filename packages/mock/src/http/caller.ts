import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import type { ApiKey, Project } from '../world.ts';

/** Who asks: a live key and its project. */
export type Caller = { readonly key: ApiKey; readonly project: Project };

/** The caller by `Authorization: Bearer`. Missing, malformed, unknown and revoked keys get one identical answer. */
export function authenticate({ world }: Pick<MockState, 'world'>, headers: Headers): Caller {
  const [, text] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const key = text === undefined ? undefined : world.keys.get(text);
  const project = key && !key.isRevoked ? world.projects.get(key.projectId) : undefined;
  if (!key || !project) {
    throw new RequestRefusal({
      code: 'unauthorized',
      message: 'A valid API key is required. Send it as "Authorization: Bearer fanfare_sk_…".',
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
  return { key, project };
}
