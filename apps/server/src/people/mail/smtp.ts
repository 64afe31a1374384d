import type { InstallationLogo } from '../../config/installation/installation-logo.ts';
import { domainOf } from '../../config/mail-address.ts';
import type { Sender, SmtpSettings } from '../../config/smtp-settings.ts';
import { isLoopback } from '../../http/loopback.ts';
import { LOGO_ID } from './compose-mail.ts';
import type { MailContent } from './sealed-mail.ts';

/** Longest silence of the mail server per step. */
const STEP_MS = 10_000;
const ATTEMPT_MS = 45_000;

export type SendMail = (mail: {
  readonly id: string;
  readonly recipient: string;
  readonly content: MailContent;
}) => Promise<void>;

/** Sends each mail over a new connection. Rejects with the error of nodemailer. */
export function createSmtp(settings: SmtpSettings, from: Sender, logo: InstallationLogo | null = null): SendMail {
  // Loaded with the first mail, so that a server starts sooner.
  let opened: ReturnType<typeof openTransport> | null = null;
  return async ({ id, recipient, content }) => {
    opened ??= openTransport(settings);
    const transport = await opened;
    const sending = transport.sendMail({
      // Objects keep a name from being read as another address; names are encoded.
      from: { name: from.name, address: from.address },
      to: { name: '', address: recipient },
      ...content,
      ...(logo !== null && { attachments: [attachmentOf(logo)] }),
      // The same for each attempt, so that mail servers can recognise a repeat.
      messageId: `<${id}@${domainOf(from.address)}>`,
      // RFC 3834, 5: nobody replies automatically.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    await withinAttempt(sending);
  };
}

/** Connects and logs in without sending a mail. Rejects with the error of nodemailer. */
export async function verifySmtp(settings: SmtpSettings): Promise<void> {
  const transport = await openTransport(settings);
  try {
    await withinAttempt(transport.verify());
  } finally {
    transport.close();
  }
}

/** Inline attachment, not offered as a file. */
const attachmentOf = ({ contentType, bytes }: InstallationLogo) => ({
  filename: contentType === 'image/png' ? 'logo.png' : 'logo.jpg',
  content: bytes,
  contentType,
  cid: LOGO_ID,
  contentDisposition: 'inline' as const,
});

async function openTransport({ host, port, isImplicitTls, user, password }: SmtpSettings) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: isImplicitTls,
    // A password never crosses a network unencrypted.
    requireTLS: password !== null && !isLoopback(host),
    ...(user !== null && { auth: { user, pass: password?.reveal() ?? '' } }),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function withinAttempt(sending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('The mail server took too long.'), { code: 'ETIMEDOUT' })),
      ATTEMPT_MS,
    );
  });
  try {
    await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
    sending.catch(() => undefined);
  }
}
