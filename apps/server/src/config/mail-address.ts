/** RFC 5321, 4.5.3.1: 64 octets before the @, 254 in all that fit into a path. */
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
/** Dot-atom (RFC 5322, 3.2.3): no quotes, comments or separators of fields and addresses. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * Reads a typed address, in lower case and trimmed; null when it cannot be one. The result holds
 * nothing that ends a header field or adds a recipient. Domains in other scripts have `xn--…`.
 */
export function readMailAddress(text: string): string | null {
  if (text.length > MAX_LENGTH * 2) return null;
  const address = text.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
  const fits = address.length <= MAX_LENGTH && local.length <= MAX_LOCAL_LENGTH;
  return fits && LOCAL.test(local) && DOMAIN.test(domain) ? address : null;
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
