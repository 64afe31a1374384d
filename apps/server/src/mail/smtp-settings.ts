import { Secret } from '@fanfare/network';
import { readMailAddress } from './mail-address.ts';

/** How to reach the mail server of an installation. */
export type SmtpSettings = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  readonly isImplicitTls: boolean;
  readonly user: string | null;
  readonly password: Secret | null;
};

/** Who mails come from. */
export type Sender = { readonly name: string; readonly address: string };

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** Reads `smtp://user:password@host:587` or `smtps://…`; null for anything else. */
export function readSmtpUrl(text: string): SmtpSettings | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const defaultPort = PORTS[url.protocol];
  const [user, password] = [decode(url.username), decode(url.password)];
  if (defaultPort === undefined || url.hostname === '' || user === null || password === null) return null;
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return null;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? defaultPort : Number(url.port),
    isImplicitTls: url.protocol === 'smtps:',
    user: user === '' ? null : user,
    password: password === '' ? null : new Secret(password),
  };
}

/** Reads `Name <name@example.com>` or an address alone; null for anything else. */
export function readSender(text: string): Sender | null {
  const [, quoted, plain, inBrackets] = /^\s*(?:"([^"\p{Cc}]*)"|([^"<>\p{Cc}]*))\s*<([^<>]+)>\s*$/u.exec(text) ?? [];
  const address = readMailAddress(inBrackets ?? text);
  const name = (quoted ?? plain ?? '').trim();
  return address === null ? null : { name: name === '' ? DEFAULT_NAME : name, address };
}

const DEFAULT_NAME = 'Fanfare';

/** The sender of an installation that names none: `no-reply` at the host of its address. */
export function defaultSender(baseUrl: string): Sender {
  const address = readMailAddress(`no-reply@${new URL(baseUrl).hostname}`);
  // An IP address or a name without a dot, on a developer's machine.
  return { name: DEFAULT_NAME, address: address ?? 'no-reply@localhost.localdomain' };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
