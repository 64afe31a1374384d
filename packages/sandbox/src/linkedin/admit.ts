import type { Request, RequestHandler } from 'express';
import { countCall } from './day-counters.ts';
import {
  dayLimitReached,
  emptyToken,
  expiredToken,
  illegalArgument,
  invalidToken,
  notPermitted,
  refusal,
  restrictedMember,
  revokedToken,
} from './restli/refusals.ts';
import { answering, granted, json, type Outcome, type Reply, refused } from './restli/reply.ts';
import { rawQuery } from './restli/restli-query.ts';
import type { Member, World } from './world.ts';

/** The kind of a call, for the gateway. */
export type Access = {
  readonly resource: string;
  /** LinkedIn's name for it in refusals: `CREATE`, `GET`, `FINDER-roleAssignee`, … */
  readonly method: string;
  /** One of these scopes is enough; without any named, the handler checks itself. */
  readonly anyOf: readonly string[];
  /** False for `/v2`, which has no version header. */
  readonly versioned: boolean;
};

/** The caller, once the gateway has admitted the call. */
export type Caller = {
  readonly member: Member;
  readonly scopes: ReadonlySet<string>;
  /** `posts.CREATE.20260701`, for refusals. */
  readonly call: string;
};

/** A route behind the gateway: valid token, served version and one of the scopes. */
export function behindGateway(
  world: World,
  access: Access,
  handle: (caller: Caller, req: Request) => Reply | Promise<Reply>,
): RequestHandler {
  return answering((req) => {
    const admitted = admit(world, req, access);
    return admitted.ok ? handle(admitted.value, req) : admitted.reply;
  });
}

function admit(world: World, req: Request, access: Access): Outcome<Caller> {
  const header = access.versioned ? protocolRefusal(world, req) : null;
  if (header) return refused(header);

  const holder = tokenHolder(world, req);
  if (!holder.ok) return holder;
  const { member, clientId, scopes } = holder.value;

  const version = access.versioned ? eightDigits(req.get('linkedin-version') ?? '') : 'NO_VERSION';
  const call = `${access.resource}.${access.method}.${version}`;
  const open = access.anyOf.length === 0 || access.anyOf.some((scope) => scopes.has(scope));
  if (!open) return refused(notPermitted(call));

  const limit = countCall(world, { clientId, memberId: member.id, ...access });
  if (limit) return refused(dayLimitReached(limit.scope));
  return granted({ member, scopes, call });
}

function protocolRefusal(world: World, req: Request): Reply | null {
  const version = req.get('linkedin-version');
  if (version === undefined || version === '') {
    // Microsoft Learn, LinkedIn marketing versioning, checked 2026-11: no version at all is 400,
    // only a dead or unknown one is 426.
    const message = 'A version must be present. Please specify a version by adding the Linkedin-Version header.';
    return refusal(400, 'VERSION_MISSING', message);
  }
  if (!world.settings.activeVersions.has(version)) {
    return refusal(426, 'NONEXISTENT_VERSION', `Requested version ${eightDigits(version)} is not active`);
  }
  const protocol = req.get('x-restli-protocol-version') ?? '1.0.0';
  if (protocol !== '1.0.0' && protocol !== '2.0.0') {
    return json(400, {
      message: `Rest.li protocol version ${protocol} used by the client is not supported!`,
      status: 400,
    });
  }
  const query = rawQuery(req);
  const needsNewSyntax = query.has('q') || [...query.values()].some((value) => value.startsWith('List('));
  if (needsNewSyntax && protocol !== '2.0.0') return illegalArgument('Invalid query parameters passed to request');
  // A key in the path is encoded whole: Microsoft Learn, LinkedIn protocol versions, checked
  // 2026-11.
  if (/[:(),]/.test(req.path)) return json(400, { message: 'Syntax exception in path variables', status: 400 });
  return null;
}

/** Finds the owner of a call's token, or why the token is invalid. */
export function tokenHolder(
  world: World,
  req: Request,
): Outcome<{ readonly member: Member; readonly clientId: string; readonly scopes: ReadonlySet<string> }> {
  const value = /^Bearer\s+(\S+)$/i.exec(req.get('authorization') ?? '')?.[1];
  if (value === undefined) return refused(emptyToken());
  const token = world.accessTokens.get(value);
  const member = token && world.members.get(token.grant.memberId);
  if (!token || !member) return refused(invalidToken());
  const now = world.context.clock.now();
  if (token.grant.revoked || now < token.youngUntil) return refused(revokedToken());
  if (now >= token.expiresAt) return refused(expiredToken());
  if (member.restricted) return refused(restrictedMember());
  world.countdown.passed(member.id);
  return granted({ member, clientId: token.grant.clientId, scopes: new Set(token.grant.scopes) });
}

/** The header says 202607, refusals say 20260701 (n8n-io/n8n #28660, checked 2026-11). */
function eightDigits(version: string): string {
  return /^\d{6}$/.test(version) ? `${version}01` : version;
}
