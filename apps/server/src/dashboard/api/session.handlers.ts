import { appContract, type Session } from '@fanfare/app-contract';
import type { PlanName } from '@fanfare/rules';
import { logoUrlOf } from '../../callers/projects/logo.routes.ts';
import { listProjectsOfUser } from '../../callers/projects/project-profiles.table.ts';
import { endOtherSessions, endSession, listSessions, type SessionRow } from '../../callers/sessions/sessions.table.ts';
import type { Database } from '../../db/database.ts';
import { noSuchOf } from '../../http/app-refusal.ts';
import { RequestError } from '../../http/request-error.ts';
import { listInvitationsTo } from '../../people/members/invitations.table.ts';
import { listMembershipsOf } from '../../people/members/memberships.table.ts';
import { fromPublicId, toPublicId } from '../../process/ids.ts';
import { appHandlers } from './access.ts';
import { projectCapOf } from './projects.ts';

export type SessionDeps = {
  readonly db: Database;
  readonly baseUrl: string;
  readonly development: boolean;
  readonly signUpPlan: PlanName;
  readonly installation: Omit<Session['installation'], 'baseUrl' | 'development'>;
};

export function sessionHandlers({ db, baseUrl, development, installation, signUpPlan }: SessionDeps) {
  return {
    session: appHandlers(appContract.session, {
      get: async ({ caller }) => {
        const { user, csrfToken } = caller;
        const [memberships, projects, invitations] = await Promise.all([
          listMembershipsOf(db, user.id),
          listProjectsOfUser(db, user.id),
          user.isProven ? listInvitationsTo(db, user.email) : [],
        ]);
        const workspaces = memberships.map(({ workspaceId, workspaceName, role }) => {
          const own = projects.filter((project) => project.workspaceId === workspaceId);
          return {
            id: toPublicId('ws', workspaceId),
            name: workspaceName,
            role,
            projectCap: projectCapOf(own[0]?.plan ?? signUpPlan),
            projects: own.map(({ id, name, plan, logo }) => {
              return { id: toPublicId('prj', id), name, plan, logoUrl: logoUrlOf(baseUrl, id, logo) };
            }),
          };
        });
        return {
          status: 200,
          body: {
            user: { id: toPublicId('usr', user.id), email: user.email },
            invitations: invitations.length,
            csrfToken,
            workspaces,
            installation: { ...installation, baseUrl, development },
          },
        };
      },
    }),
    sessions: appHandlers(appContract.sessions, {
      list: async ({ caller }) => {
        const { user, session } = caller;
        const rows = await listSessions(db, user.id);
        return { status: 200, body: { sessions: rows.map((row) => toSession(row, session.id)) } };
      },
      end: async ({ params, caller }) => {
        const id = fromPublicId('ses', params.sessionId);
        const hasEnded = id !== null && (await endSession(db, { userId: caller.user.id, id }));
        if (!hasEnded) throw new RequestError(noSuchOf('session'));
        return { status: 200, body: { ended: true } };
      },
      endOthers: async ({ caller }) => {
        const { user, session } = caller;
        return { status: 200, body: { ended: await endOtherSessions(db, { userId: user.id, exceptId: session.id }) } };
      },
    }),
  };
}

const toSession = ({ id, userAgent, createdAt, lastSeenAt, expiresAt }: SessionRow, currentId: string) => ({
  id: toPublicId('ses', id),
  userAgent,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  isCurrent: id === currentId,
});
