/** Method and path of every route, without schemas: what a browser needs to call them. */
export const APP_ADDRESSES = {
  'session.get': 'GET /app/api/session',
  'sessions.list': 'GET /app/api/sessions',
  'sessions.end': 'DELETE /app/api/sessions/:sessionId',
  'sessions.endOthers': 'POST /app/api/sessions/end-others',
  'projects.create': 'POST /app/api/workspaces/:workspaceId/projects',
  'projects.get': 'GET /app/api/projects/:projectId',
  'projectSettings.rename': 'PATCH /app/api/projects/:projectId',
  'projectSettings.setLogo': 'PUT /app/api/projects/:projectId/logo',
  'projectSettings.removeLogo': 'DELETE /app/api/projects/:projectId/logo',
  'keys.list': 'GET /app/api/projects/:projectId/keys',
  'keys.create': 'POST /app/api/projects/:projectId/keys',
  'keys.revoke': 'DELETE /app/api/projects/:projectId/keys/:keyId',
  'members.list': 'GET /app/api/workspaces/:workspaceId/members',
  'members.invite': 'POST /app/api/workspaces/:workspaceId/invitations',
  'members.withdraw': 'DELETE /app/api/workspaces/:workspaceId/invitations/:invitationId',
  'members.changeRole': 'PATCH /app/api/workspaces/:workspaceId/members/:userId',
  'members.remove': 'DELETE /app/api/workspaces/:workspaceId/members/:userId',
  'drafts.list': 'GET /app/api/projects/:projectId/drafts',
  'drafts.create': 'POST /app/api/projects/:projectId/drafts',
  'drafts.get': 'GET /app/api/projects/:projectId/drafts/:draftId',
  'drafts.save': 'PUT /app/api/projects/:projectId/drafts/:draftId',
  'drafts.delete': 'DELETE /app/api/projects/:projectId/drafts/:draftId',
  'accountFacts.list': 'GET /app/api/projects/:projectId/account-facts',
  'accountFacts.get': 'GET /app/api/projects/:projectId/account-facts/:accountId',
  'requests.list': 'GET /app/api/projects/:projectId/requests',
  'timeline.get': 'GET /app/api/projects/:projectId/posts/:postId/timeline',
  'usageDays.get': 'GET /app/api/projects/:projectId/usage-days',
} as const;

/** Name of a route of the dashboard. */
export type AppRouteName = keyof typeof APP_ADDRESSES;
