import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  readonly url: string;
  /** The first address in the mail to this recipient, once it is there. */
  linkTo(recipient: string): Promise<string>;
  /** The same, with the whole HTML part. */
  mailTo(recipient: string): Promise<Mail>;
  stop(): Promise<void>;
};

type Mail = { readonly link: string; readonly html: string };

/** A real SMTP server that reads what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const mails = new Map<string, Mail>();
  const arrivals = new EventTarget();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts)).then(({ text = '', html = '' }) => {
          const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
          for (const { address } of envelope.rcptTo) mails.set(address, { link, html });
          arrivals.dispatchEvent(new Event('mail'));
          done();
        });
      });
    },
  });
  const mailTo = async (recipient: string): Promise<Mail> => {
    while (!mails.has(recipient)) await once(arrivals, 'mail');
    return mails.get(recipient)!;
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mailTo,
    linkTo: async (recipient) => (await mailTo(recipient)).link,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
