import type { Role } from '../../callers/role.ts';
import type { Database } from '../../db/database.ts';
import type { Brand } from '../../http/html-page.ts';
import { hashToken, newToken } from '../../http/token.ts';
import type { Ids } from '../../process/ids.ts';
import type { KeyRing } from '../../process/key-ring.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { nameInMail } from '../mail/name-in-mail.ts';
import { sealMail } from '../mail/sealed-mail.ts';
import type { InvitationLimits } from './invitation-limits.ts';
import { recordInvitation } from './invitations.table.ts';

const VALID_DAYS = 7;

export type InviteDeps = {
  readonly db: Database;
  readonly ids: Ids;
  readonly keyRing: KeyRing;
  readonly baseUrl: string;
  readonly brand: Brand;
  readonly sendsMail: boolean;
  readonly mayMail: InvitationLimits['mayMail'];
  readonly wakeMails: () => void;
};

export type Invitation = {
  readonly workspace: { readonly id: string; readonly name: string };
  /** Address from `readMailAddress`. */
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: { readonly id: string; readonly email: string };
};

export type Invited = {
  readonly id: string;
  /** Link to hand over where no mail is sent; null otherwise. */
  readonly url: string | null;
  /** False without a mail, or when the address got enough today: the next sign-in offers it. */
  readonly isMailed: boolean;
};

/**
 * Invites an address to a workspace by mail, or again with a new link. The link signs in as this
 * address if it has no user yet, so nobody else sees it where mail is sent.
 */
export async function invite(deps: InviteDeps, invitation: Invitation): Promise<Invited> {
  const { workspace, email, role, invitedBy } = invitation;
  const token = newToken(deps.ids);
  const url = `${deps.baseUrl}/invitations/${token}`;
  const name = nameInMail(workspace.name);
  const mailId = deps.ids.uuid();
  const mayMail = await deps.mayMail(email);
  const content = composeMail(deps.brand, {
    subject: `${invitedBy.email} invites you to ${name} on ${deps.brand.name}`,
    heading: `Join ${name}`,
    paragraphs: [
      `${invitedBy.email} invites you to publish with ${name} as ${role === 'owner' ? 'an owner' : 'a member'}.`,
    ],
    action: { label: 'Open the invitation', url },
    facts: [
      ['For', email],
      ['Invited by', invitedBy.email],
      ['Ends', `in ${VALID_DAYS} days, or once it is used`],
    ],
    closing:
      'If you do not know who this is, ignore this mail. Nothing happens until you open the invitation and accept it.',
  });
  const validSeconds = VALID_DAYS * 86_400;
  const id = await recordInvitation(
    deps.db,
    {
      ...{ id: deps.ids.uuid(), workspaceId: workspace.id, email, role, invitedBy: invitedBy.id, validSeconds },
      tokenSha256: hashToken(token),
      isLinkShown: !deps.sendsMail,
    },
    mayMail
      ? {
          ...{ id: mailId, kind: 'invitation', recipient: email, validSeconds },
          content: sealMail(
            { keyRing: deps.keyRing, randomBytes: deps.ids.secret },
            { id: mailId, recipient: email },
            content,
          ),
        }
      : null,
  );
  deps.wakeMails();
  return { id, url: deps.sendsMail ? null : url, isMailed: deps.sendsMail && mayMail };
}
