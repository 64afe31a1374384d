import { allowsSignUp, type SignUpPolicy } from '../../config/sign-up-policy.ts';
import type { Database } from '../../db/database.ts';
import type { Brand } from '../../http/html-page.ts';
import { hashToken, newToken } from '../../http/token.ts';
import type { Ids } from '../../process/ids.ts';
import type { KeyRing } from '../../process/key-ring.ts';
import { sealMail } from '../mail/sealed-mail.ts';
import { LINK_SECONDS } from './link-lifetime.ts';
import { linkMail, notInvitedMail } from './sign-in-mail.ts';
import { findAddress, recordSignIn, shareSignIn } from './sign-ins.table.ts';

export type StartSignInDeps = {
  readonly db: Database;
  readonly ids: Ids;
  readonly keyRing: KeyRing;
  readonly now: () => Date;
  readonly baseUrl: string;
  readonly brand: Brand;
  readonly signUp: SignUpPolicy;
  readonly wakeMails: () => void;
};

export type SignInRequest = {
  /** Address from `readMailAddress`. */
  readonly email: string;
  readonly browser: string;
  readonly userAgent: string;
  readonly next: string | null;
  readonly setupTokenSha256?: Buffer | null;
  readonly invitationId?: string | null;
};

/**
 * Records a sign-in and mails its link. An address that may not sign up gets another mail in the
 * same steps, so that the requester sees no difference. The mail has the id of the sign-in.
 */
export async function startSignIn(deps: StartSignInDeps, request: SignInRequest): Promise<void> {
  const { email, userAgent, setupTokenSha256 = null, invitationId = null } = request;
  const { isUser, isInvited } = await findAddress(deps.db, email);
  const mayEnter = isUser || isInvited || setupTokenSha256 !== null || allowsSignUp(deps.signUp, email);
  const token = newToken(deps.ids);
  const endsAt = new Date(deps.now().getTime() + LINK_SECONDS * 1_000);
  const mail = { email, baseUrl: deps.baseUrl, brand: deps.brand, userAgent, endsAt };
  const content = mayEnter ? linkMail(mail, `${deps.baseUrl}/sign-in/link/${token}`) : notInvitedMail(mail);
  const id = deps.ids.uuid();
  await recordSignIn(
    deps.db,
    {
      ...{ id, email, userAgent, setupTokenSha256, invitationId, next: request.next },
      tokenSha256: hashToken(token),
      browserSha256: hashToken(request.browser),
      validSeconds: LINK_SECONDS,
    },
    {
      ...{ id, kind: 'sign_in', recipient: email, validSeconds: LINK_SECONDS },
      content: sealMail({ keyRing: deps.keyRing, randomBytes: deps.ids.secret }, { id, recipient: email }, content),
    },
  );
  deps.wakeMails();
}

/** Lets a browser use the newest mail of the address. Returns false when none is valid. */
export function shareMail(
  { db, ids }: Pick<StartSignInDeps, 'db' | 'ids'>,
  { browser, setupTokenSha256 = null, invitationId = null, ...request }: SignInRequest,
): Promise<boolean> {
  return shareSignIn(db, {
    ...request,
    ...{ id: ids.uuid(), setupTokenSha256, invitationId, browserSha256: hashToken(browser) },
  });
}
