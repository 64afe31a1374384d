import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  readonly url: string;
  /** The first address in the mail to this recipient, once it is there. */
  linkTo(recipient: string): Promise<string>;
  stop(): Promise<void>;
};

/** A real SMTP server that reads what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const links = new Map<string, string>();
  const arrivals = new EventTarget();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts)).then(({ text = '' }) => {
          const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
          for (const { address } of envelope.rcptTo) links.set(address, link);
          arrivals.dispatchEvent(new Event('mail'));
          done();
        });
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    async linkTo(recipient) {
      while (!links.has(recipient)) await once(arrivals, 'mail');
      return links.get(recipient)!;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
