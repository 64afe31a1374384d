import { expect } from 'vitest';
import { insertProject, insertWorkspace } from '../../../src/callers/projects/projects.table.ts';
import type { Role } from '../../../src/callers/role.ts';
import { csrfTokenOf } from '../../../src/callers/sessions/session-cookie.ts';
import { insertSession } from '../../../src/callers/sessions/sessions.table.ts';
import { sha256 } from '../../../src/http/sha256.ts';
import { putMembership } from '../../../src/people/members/memberships.table.ts';
import { ensureUser } from '../../../src/people/members/users.table.ts';
import { ids, toPublicId } from '../../../src/process/ids.ts';
import type { TestServer } from '../../harness.ts';

export type Answer = { readonly status: number; readonly body: unknown; readonly headers: Headers };

/** A browser of somebody who is signed in. */
export type Browser = {
  readonly userId: string;
  readonly sessionId: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `path` is below the address of the server; null removes a header. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string | null>): Promise<Answer>;
};

/** Makes a person and signs them in. */
export async function signIn(
  server: TestServer,
  email = `${ids.secret(6).toString('hex')}@example.com`,
): Promise<Browser> {
  const { db } = server;
  const { userId } = await ensureUser(db, { id: ids.uuid(), email });
  const secret = ids.secret(32).toString('base64url');
  const sessionId = ids.uuid();
  await insertSession(db, { id: sessionId, userId, secretSha256: sha256(secret), userAgent: 'Test browser' });
  const headers = {
    Cookie: `fanfare-session=${secret}`,
    'X-Fanfare-CSRF': csrfTokenOf(secret),
    'Sec-Fetch-Site': 'same-origin',
  };
  return {
    userId,
    sessionId,
    headers,
    async call(method, path, body, changes = {}) {
      const all: Record<string, string | null> = {
        ...headers,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...changes,
      };
      const sent = Object.fromEntries(Object.entries(all).filter((one): one is [string, string] => one[1] !== null));
      const response = await fetch(`${server.baseUrl}${path}`, {
        method,
        headers: sent,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
    },
  };
}

/** A workspace with a project on a plan. */
export async function makeWorkspace({ db }: TestServer, plan = 'self_hosted') {
  const [workspaceId, projectId] = [ids.uuid(), ids.uuid()];
  await insertWorkspace(db, { id: workspaceId, name: 'Harbour' });
  await insertProject(db, { id: projectId, workspaceId, name: 'Coffee', plan });
  return {
    workspaceId,
    projectId,
    ws: toPublicId('ws', workspaceId),
    prj: toPublicId('prj', projectId),
    join: ({ userId }: Browser, role: Role) => putMembership(db, { workspaceId, userId, role }),
  };
}

/** An error body whose message says this. */
export const refused = (status: number, code: string, message: unknown = expect.any(String), details?: unknown) => ({
  status,
  body: {
    error: {
      code,
      message,
      requestId: expect.any(String),
      ...(details !== undefined && { details }),
      docUrl: expect.stringContaining(`#${code}`),
    },
  },
});

export const shown = ({ status, body }: Answer) => ({ status, body });
