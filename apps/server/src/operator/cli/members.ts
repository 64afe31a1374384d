import { lockWorkspace } from '../../callers/projects/projects.table.ts';
import type { Role } from '../../callers/role.ts';
import { endSessionsOfUser } from '../../callers/sessions/sessions.table.ts';
import { labelledIds } from '../../cells/labelled-ids.ts';
import { readBaseUrl } from '../../config/config.ts';
import { readMailAddress } from '../../config/mail-address.ts';
import type { Database } from '../../db/database.ts';
import { hashToken, newToken } from '../../http/token.ts';
import { listMemberships, putMembership } from '../../people/members/memberships.table.ts';
import { ensureUser, findUser, isProven } from '../../people/members/users.table.ts';
import { openSetup } from '../../people/sign-in/open-setup.ts';
import { SETUP_HOURS } from '../../people/sign-in/setup-token.table.ts';
import { recordSignIn } from '../../people/sign-in/sign-ins.table.ts';
import { fromPublicId, ids, toPublicId } from '../../process/ids.ts';
import { say, table } from './say.ts';
import { CommandError, databaseCommand, readDevBaseUrl } from './with-database.ts';

const EMAIL = 'E-mail address of the person.';
const LINK_MINUTES = 60;

const add = databaseCommand({
  name: 'members add',
  description: 'Give a person access to a workspace. They sign in with their address.',
  example: 'fanfare members add ada@example.com --workspace ws_… --role owner',
  positionals: { email: EMAIL },
  options: {
    workspace: 'Id of the workspace (ws_…), as "fanfare projects list" shows it.',
    role: 'owner or member. Default: member. An owner stays owner.',
  },
  async run(db, args) {
    const email = requireAddress(args.email);
    const role = requireRole(args.role ?? 'member');
    if (args.workspace === undefined) throw new CommandError('Name the workspace: --workspace ws_…');
    const workspaceId = fromPublicId('ws', args.workspace);
    await db.transaction(async (tx) => {
      if (!workspaceId || !(await lockWorkspace(tx, workspaceId)))
        throw new CommandError(`There is no workspace ${args.workspace}. See: fanfare projects list`);
      const { userId } = await ensureUser(tx, { id: ids.uuid(), email });
      // The inviter may hold a session of an unproven address, which must not get this workspace.
      if (!(await isProven(tx, userId))) await endSessionsOfUser(tx, userId);
      await putMembership(tx, { workspaceId, userId, role });
    });
    say.result(`${email} is ${role === 'owner' ? 'an owner' : 'a member'} of ${args.workspace}.`);
  },
});

const list = databaseCommand({
  name: 'members list',
  description: 'List who has access to which workspace.',
  async run(db) {
    const rows = await listMemberships(db, null);
    say.result(
      table(
        ['WORKSPACE', 'ROLE', 'SINCE', 'ADDRESS', 'NAME OF THE WORKSPACE'],
        rows.map((member) => [
          toPublicId('ws', member.workspaceId),
          member.role,
          member.createdAt.toISOString().slice(0, 10),
          member.email,
          member.workspaceName,
        ]),
      ),
    );
  },
});

const signInLink = databaseCommand({
  name: 'members sign-in-link',
  description: `Make a link that signs a person in, once within ${LINK_MINUTES} minutes, for an installation without mail. Whoever has it is that person.`,
  example: 'BASE_URL=https://social.example.com fanfare members sign-in-link ada@example.com',
  positionals: { email: EMAIL },
  async run(db, args) {
    const email = requireAddress(args.email);
    const baseUrl = requireBaseUrl();
    if (!(await findUser(db, email)))
      throw new CommandError(
        `${email} has no access. Add the person first: fanfare members add ${email} --workspace ws_…`,
      );
    const token = await makeLink(db, email);
    say.note(`Signs ${email} in, in any browser, once within ${LINK_MINUTES} minutes:`);
    say.result(`${baseUrl}/sign-in/link/${token}`);
  },
});

const setUpLink = databaseCommand({
  name: 'members set-up-link',
  description: `Make the link with which the first person of an installation signs in, once within ${SETUP_HOURS} hours. It ends the one before.`,
  example: 'BASE_URL=https://social.example.com fanfare members set-up-link',
  async run(db) {
    const url = await openSetup({ db, ids: await labelledIds(db), baseUrl: requireBaseUrl() });
    if (url === null)
      throw new CommandError('Somebody has signed in already. Use: fanfare members sign-in-link <email>');
    say.note(`Whoever opens it first becomes the owner, once within ${SETUP_HOURS} hours:`);
    say.result(url);
  },
});

export const memberCommands = [add, list, signInLink, setUpLink];

function requireBaseUrl(): string {
  const baseUrl = readBaseUrl() ?? readDevBaseUrl();
  if (baseUrl !== undefined) return baseUrl;
  throw new CommandError('BASE_URL is not set. Set it to the public address of the installation.');
}

async function makeLink(db: Database, email: string): Promise<string> {
  const token = newToken(await labelledIds(db));
  await recordSignIn(
    db,
    {
      ...{ id: ids.uuid(), email, next: null, invitationId: null, setupTokenSha256: null },
      tokenSha256: hashToken(token),
      browserSha256: null,
      userAgent: '',
      validSeconds: LINK_MINUTES * 60,
    },
    null,
  );
  return token;
}

function requireAddress(text: string): string {
  const email = readMailAddress(text);
  if (email === null) throw new CommandError(`"${text.slice(0, 100)}" is not an e-mail address.`);
  return email;
}

function requireRole(text: string): Role {
  if (text === 'owner' || text === 'member') return text;
  throw new CommandError('--role must be owner or member.');
}
