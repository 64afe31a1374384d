import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { until } from '../../until.ts';

export type ReceivedMail = Email & {
  /** As the SMTP envelope names them. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: string;
  /** The first address in the text. */
  readonly link: string | null;
};

export type Login = { readonly user: string; readonly password: string; readonly isEncrypted: boolean };

export type MailServer = {
  readonly url: string;
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** Every attempt to log in. */
  readonly logins: readonly Login[];
  /** Refuses every recipient with this answer; null takes them again. */
  refuse(answer: { code: number; message: string } | null): void;
  /**
   * The mails to this address once there are so many, in the order of their ids: several are on
   * their way at once.
   */
  mailsTo(address: string, count?: number): Promise<ReceivedMail[]>;
  stop(): Promise<void>;
};

export type MailServerOptions = {
  readonly port?: number;
  /** Offers STARTTLS with this certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Takes mails only after a login, which it allows on encrypted connections only. */
  readonly login?: { readonly user: string; readonly password: string };
};

/** A real SMTP server that keeps what it gets. */
export async function startMailServer({ port = 0, tls, login }: MailServerOptions = {}): Promise<MailServer> {
  const logins: Login[] = [];
  const received: ReceivedMail[] = [];
  let refusal: { code: number; message: string } | null = null;
  const server = new SMTPServer({
    disabledCommands: [...(login ? [] : ['AUTH']), ...(tls ? [] : ['STARTTLS'])],
    ...tls,
    authOptional: login === undefined,
    logger: false,
    onAuth({ username, password }, { secure }, done) {
      logins.push({ user: username ?? '', password: password ?? '', isEncrypted: secure });
      const isRight = username && username === login?.user && password === login.password;
      // It repeats the password, as careless servers do.
      if (!isRight) return done(Object.assign(new Error(`no login with ${password}`), { responseCode: 535 }));
      done(null, { user: username });
    },
    onRcptTo(_address, _session, done) {
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString();
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
        void PostalMime.parse(raw).then((mail) => {
          received.push({ ...mail, envelope, raw, link: /https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? null });
          done();
        });
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const at = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${at}`,
    port: at,
    received,
    logins,
    refuse: (answer) => {
      refusal = answer;
    },
    mailsTo: (address, count = 1) =>
      until(async () => {
        const own = received.filter(({ envelope }) => envelope.to.includes(address));
        return own.length >= count ? own.toSorted((a, b) => (a.messageId! < b.messageId! ? -1 : 1)) : null;
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
