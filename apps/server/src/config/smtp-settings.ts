import { Secret } from '@fanfare/network/secret';
import { readMailAddress } from './mail-address.ts';

export type SmtpSettings = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  readonly isImplicitTls: boolean;
  readonly user: string | null;
  readonly password: Secret | null;
};

export type Sender = { readonly name: string; readonly address: string };
/** Configured sender; without a name the installation's is used. */
export type SenderSetting = { readonly name: string | null; readonly address: string };

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
export function readSender(text: string): SenderSetting | null {
  const [, quoted, plain, inBrackets] = /^\s*(?:"([^"\p{Cc}]*)"|([^"<>\p{Cc}]*))\s*<([^<>]+)>\s*$/u.exec(text) ?? [];
  const address = readMailAddress(inBrackets ?? text);
  const name = (quoted ?? plain ?? '').trim();
  return address === null ? null : { name: name === '' ? null : name, address };
}

/** Returns the sender; by default `no-reply` at the host of the installation. */
export function senderOf(
  setting: SenderSetting | null,
  installation: { readonly baseUrl: string; readonly name: string },
): Sender {
  if (setting !== null) return { name: setting.name ?? installation.name, address: setting.address };
  const address = readMailAddress(`no-reply@${new URL(installation.baseUrl).hostname}`);
  // A developer's machine has an IP address or a name without a dot.
  return { name: installation.name, address: address ?? 'no-reply@localhost.localdomain' };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
