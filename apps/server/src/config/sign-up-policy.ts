import { domainOf, readMailAddress } from './mail-address.ts';

/** Rule for users without an invitation: none, all, or addresses of these domains. */
export type SignUpPolicy =
  | { readonly kind: 'invitation' }
  | { readonly kind: 'open' }
  | { readonly kind: 'domains'; readonly domains: readonly string[] };

/** Reads `invitation`, `open` or `example.com, example.org`; null for anything else. */
export function readSignUpPolicy(text: string): SignUpPolicy | null {
  if (text === 'invitation' || text === 'open') return { kind: text };
  const domains = text.split(',').map((domain) => domain.trim().toLowerCase());
  return domains.every((domain) => readMailAddress(`a@${domain}`) !== null) ? { kind: 'domains', domains } : null;
}

/** Compares whole domains: `mail.example.com` is not `example.com`. */
export const allowsSignUp = (policy: SignUpPolicy, email: string): boolean =>
  policy.kind === 'open' || (policy.kind === 'domains' && policy.domains.includes(domainOf(email)));
