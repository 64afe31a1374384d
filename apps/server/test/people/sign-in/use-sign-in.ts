import { afterAll, beforeEach } from 'vitest';
import type { Overrides } from '../../harness.ts';
import { type ServerOfFile, useServer } from '../../use-server.ts';
import { type MailServer, startMailServer } from '../mail/mail-server.ts';
import { type Browser, openBrowser, type Page } from './browser.ts';

export type SignInOfFile = {
  readonly server: ServerOfFile;
  readonly mails: MailServer;
  browser(userAgent?: string, headers?: Record<string, string>): Browser;
  /** Asks for a link; returns the page that answers. */
  ask(browser: Browser, email: string, next?: string): Promise<Page>;
  /** The path of the link in the last mail to an address. */
  linkTo(email: string, count?: number): Promise<string>;
  /** The whole way in. */
  signIn(browser: Browser, email: string, next?: string): Promise<Page>;
  count(table: string, where?: string): Promise<number>;
};

let people = 0;
/** An address that no other test uses. */
export const newAddress = (domain = 'example.com'): string => `person${++people}@${domain}`;

/** A server that sends its mails to a real SMTP server; no limit of one test reaches the next. */
export async function useSignIn(overrides: Overrides = {}): Promise<SignInOfFile> {
  const mails = await startMailServer();
  const server = useServer({
    ...overrides,
    env: { SMTP_URL: mails.url, SIGN_UP: 'open', ...overrides.env },
  });
  afterAll(() => mails.stop());
  beforeEach(() => server.db.query({ text: 'delete from rate_limits' }).then(() => undefined));

  const own: SignInOfFile = {
    server,
    mails,
    browser: (userAgent, headers) => openBrowser(server.baseUrl, userAgent, headers),
    async ask(browser, email, next) {
      const page = await browser.get(next === undefined ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`);
      // A forged form brings another `next` than the page.
      return browser.submit(page, '/sign-in', { email, ...(next !== undefined && { next }) });
    },
    async linkTo(email, count) {
      const { link } = (await mails.mailsTo(email, count)).at(-1)!;
      if (link === null) throw new Error('the mail has no link');
      return new URL(link).pathname;
    },
    async signIn(browser, email, next) {
      const before = mails.received.filter(({ envelope }) => envelope.to.includes(email)).length;
      await own.ask(browser, email, next);
      const link = await own.linkTo(email, before + 1);
      return browser.submit(await browser.get(link), link);
    },
    async count(table, where = 'true') {
      const { rows } = await server.db.query<{ n: number }>({
        text: `select count(*)::int as n from ${table} where ${where}`,
      });
      return rows[0]!.n;
    },
  };
  return own;
}
