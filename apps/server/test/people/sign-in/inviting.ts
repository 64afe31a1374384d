import { randomBytes } from 'node:crypto';
import { insertWorkspace } from '../../../src/callers/projects/projects.table.ts';
import type { Role } from '../../../src/callers/role.ts';
import { readEncryptionKeys } from '../../../src/config/encryption-keys.ts';
import { brandOf } from '../../../src/http/brand.ts';
import { invite } from '../../../src/people/members/invite.ts';
import { putMembership } from '../../../src/people/members/memberships.table.ts';
import { ids } from '../../../src/process/ids.ts';
import { createKeyRing } from '../../../src/process/key-ring.ts';
import type { TestServer } from '../../harness.ts';
import { newAddress } from './use-sign-in.ts';

const read = readEncryptionKeys(`k1:${randomBytes(32).toString('base64')}`);
if ('problem' in read) throw new Error(read.problem);
/** Keys of the server and of those who invite. */
export const encryptionKeys = read.keys;

/** A workspace whose owner invites. */
export async function makeWorkspace(
  { db, baseUrl, run }: Pick<TestServer, 'db' | 'baseUrl' | 'run'>,
  name = 'Harbour\r\nBcc: eve@example.com 🎺 <b>Coffee</b>',
) {
  const owner = { id: ids.uuid(), email: newAddress() };
  const workspace = { id: ids.uuid(), name };
  await db.query({ text: 'insert into users (id, email) values ($1, $2)', values: [owner.id, owner.email] });
  await insertWorkspace(db, workspace);
  await putMembership(db, { workspaceId: workspace.id, userId: owner.id, role: 'owner' });
  const send = (email: string, role: Role = 'member', { sendsMail = true } = {}) =>
    invite(
      {
        ...{ db, ids, baseUrl, sendsMail, wakeMails: () => void run('send-mails'), mayMail: async () => true },
        brand: brandOf({ name: 'Fanfare', logo: null, colour: null }, baseUrl),
        keyRing: createKeyRing({ keys: encryptionKeys, randomBytes: ids.secret }),
      },
      { workspace, email, role, invitedBy: owner },
    );
  /** Members who joined, without the owner. */
  const members = async () =>
    (
      await db.query<{ email: string; role: string }>({
        text: 'select u.email, m.role from memberships m join users u on u.id = m.user_id where m.workspace_id = $1 and u.id <> $2',
        values: [workspace.id, owner.id],
      })
    ).rows;
  return { owner, workspace, send, members };
}

/** The names of a person's workspaces, the oldest membership first. */
export const workspacesOf = async ({ db }: Pick<TestServer, 'db'>, email: string): Promise<string[]> =>
  (
    await db.query<{ name: string }>({
      text: `select w.name from memberships m join users u on u.id = m.user_id join workspaces w on w.id = m.workspace_id
             where u.email = $1 order by m.created_at, w.created_at, w.id`,
      values: [email],
    })
  ).rows.map(({ name }) => name);
