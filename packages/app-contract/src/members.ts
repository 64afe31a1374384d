import { NoQuerySchema, queryBoolean, requestObject, utcTimestamp } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { APP_BODY_CODES, answering } from './answering.ts';
import { email, RoleSchema, WorkspacePathSchema } from './fields.ts';

export const MemberSchema = z.object({
  userId: z.string(),
  email: z.string(),
  role: RoleSchema,
  joinedAt: utcTimestamp(),
  isYou: z.boolean(),
  /** Keys of the workspace’s projects that this member made and nobody has revoked. */
  activeKeys: z.number().int(),
});
export type Member = z.infer<typeof MemberSchema>;

/** An invitation that waits. */
export const InvitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: RoleSchema,
  /** Address of who invited. */
  invitedBy: z.string(),
  createdAt: utcTimestamp(),
  expiresAt: utcTimestamp(),
});
export type Invitation = z.infer<typeof InvitationSchema>;

export const InviteBodySchema = requestObject({ email: email(), role: RoleSchema });
export type InviteBody = z.infer<typeof InviteBodySchema>;
export const ChangeRoleBodySchema = requestObject({ role: RoleSchema });

const MemberPathSchema = WorkspacePathSchema.extend({ userId: z.string() });

export const members = initContract().router({
  /** Members oldest first; invitations newest first, for owners only. */
  list: {
    method: 'GET',
    path: '/workspaces/:workspaceId/members',
    pathParams: WorkspacePathSchema,
    query: NoQuerySchema,
    ...answering({ 200: z.object({ members: z.array(MemberSchema), invitations: z.array(InvitationSchema) }) }),
  },
  /** An open invitation of the same address is replaced: its earlier link ends. */
  invite: {
    method: 'POST',
    path: '/workspaces/:workspaceId/invitations',
    pathParams: WorkspacePathSchema,
    query: NoQuerySchema,
    body: InviteBodySchema,
    ...answering(
      /**
       * `url` is the link to hand over where no mail is sent; null where mail is sent. `isMailed`
       * is false then, and for an address that got enough invitations today: theirs is offered at
       * their next sign-in.
       */
      { 201: z.object({ invitation: InvitationSchema, url: z.string().nullable(), isMailed: z.boolean() }) },
      {
        needs: 'owner',
        codes: [...APP_BODY_CODES, 'already_member', 'invitation_limit_reached'],
        limit: { name: 'invitations', perMinute: 10 },
      },
    ),
  },
  withdraw: {
    method: 'DELETE',
    path: '/workspaces/:workspaceId/invitations/:invitationId',
    pathParams: WorkspacePathSchema.extend({ invitationId: z.string() }),
    query: NoQuerySchema,
    ...answering({ 200: z.object({ withdrawn: z.literal(true) }) }, { needs: 'owner' }),
  },
  changeRole: {
    method: 'PATCH',
    path: '/workspaces/:workspaceId/members/:userId',
    pathParams: MemberPathSchema,
    query: NoQuerySchema,
    body: ChangeRoleBodySchema,
    ...answering(
      { 200: z.object({ member: MemberSchema }) },
      { needs: 'owner', codes: [...APP_BODY_CODES, 'last_owner'] },
    ),
  },
  /** Owners remove anybody, members themselves. `revokeKeys` ends the keys of the member. */
  remove: {
    method: 'DELETE',
    path: '/workspaces/:workspaceId/members/:userId',
    pathParams: MemberPathSchema,
    query: requestObject({ revokeKeys: queryBoolean() }),
    ...answering(
      { 200: z.object({ removed: z.literal(true), revokedKeys: z.number().int() }) },
      { codes: ['last_owner'] },
    ),
  },
});
