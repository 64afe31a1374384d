import type { SandboxClock } from '../../simulator.ts';

type CodeGrant = {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly username: string;
  readonly scopes: readonly string[];
};

export type OAuthCodes = {
  issue(grant: CodeGrant): string;
  find(code: string): CodeGrant | undefined;
  /** A code is single-use. */
  spend(code: string): void;
  clear(): void;
};

const HOUR_MS = 3_600_000;

/** Authorization codes: one hour, one exchange (Meta, business login, 2026-03). */
export function createOAuthCodes(deps: {
  readonly clock: SandboxClock;
  readonly randomHex: (bytes: number) => string;
}): OAuthCodes {
  const codes = new Map<string, CodeGrant & { readonly expiresAt: number }>();
  return {
    issue(grant) {
      const code = `AQB${deps.randomHex(70)}`;
      codes.set(code, { ...grant, expiresAt: deps.clock.now() + HOUR_MS });
      return code;
    },
    find(code) {
      const found = codes.get(code);
      return found && deps.clock.now() < found.expiresAt ? found : undefined;
    },
    spend: (code) => void codes.delete(code),
    clear: () => codes.clear(),
  };
}
