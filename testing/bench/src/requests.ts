import { fromPublicId } from '../../../apps/server/src/process/ids.ts';
import { SAMPLE_TEXT } from './contenders/record-statement.ts';
import type { Project } from './installation/projects.ts';
import type { Request } from './send-request.ts';

/** A time at which nothing of a run is due. */
const LATER = '2027-06-15T00:00:00.000Z';

/** Posts of these projects in round-robin, each with a new key. */
export function scheduling(projects: readonly Project[]): () => Request {
  let n = 0;
  return () => postBy(projects[n++ % projects.length]!, { publishAt: LATER });
}

/** The same to the hand-written build, which takes the ids of the rows. */
export function schedulingRows(projects: readonly Project[]): () => Request {
  const rows = projects.map((project) => ({ ...project, accountId: fromPublicId('acc', project.accountId)! }));
  return scheduling(rows);
}

/** Posts that go out at once. */
export function publishing(projects: readonly Project[]): () => Request {
  let n = 0;
  return () => postBy(projects[n++ % projects.length]!, {});
}

function postBy({ apiKey, accountId }: Project, fields: object): Request {
  const idempotencyKey = crypto.randomUUID();
  return {
    method: 'POST',
    path: '/api/v1/posts',
    apiKey,
    body: { idempotencyKey, content: SAMPLE_TEXT, platforms: [{ platform: 'x', accountId }], ...fields },
  };
}
