import { storableText } from '@fanfare/network';
import { isNamedRedirect } from './redirect-uri.ts';

/** A program that asks a person for access. */
export type OAuthClient = {
  /** Its `client_id`. */
  readonly id: string;
  /** Its own words, bounded and without invisible characters. */
  readonly name: string;
  /** Host of its metadata document; null for a client that has registered itself. */
  readonly domain: string | null;
  readonly redirectUris: readonly string[];
};

const MOST_NAME_CHARS = 60;
/** Control and format characters: among them those that turn the direction of text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Name of a client as the consent page and lists show it. */
export function clientName(text: unknown, otherwise: string): string {
  if (typeof text !== 'string') return otherwise;
  const name = storableText(text, MOST_NAME_CHARS).replace(INVISIBLE, ' ').trim();
  return name === '' ? otherwise : name;
}

/** Domain of a client by its id, which is the address of its metadata document; null for others. */
export const domainOf = (clientId: string): string | null => URL.parse(clientId)?.host ?? null;

export const allowsRedirect = ({ redirectUris }: OAuthClient, asked: string): boolean =>
  isNamedRedirect(redirectUris, asked);
