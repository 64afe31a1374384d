/** RFC 5321, 4.5.3.1: 64 octets before the @, 254 in all that fit into a path. */
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
/** A dot-atom (RFC 5322, 3.2.3) without quotes, comments or characters that separate header fields or addresses. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * An address that a person typed, in lower case without blanks around it; null when it cannot be one. What it returns holds nothing that could end a header
 * field or add a recipient. A domain in another script has to be given as `xn--…`.
 */
export function readMailAddress(text: string): string | null {
  if (text.length > MAX_LENGTH * 2) return null;
  const address = text.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
  const fits = address.length <= MAX_LENGTH && local.length <= MAX_LOCAL_LENGTH;
  return fits && LOCAL.test(local) && DOMAIN.test(domain) ? address : null;
}

/** The part after the @ of an address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
