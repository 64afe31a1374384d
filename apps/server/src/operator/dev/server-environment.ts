import { sandboxEnvironment } from './sandbox-environment.ts';

/** Settings of the development server. Those in `inherited` win where a developer may choose. */
export function serverEnvironment(at: {
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  readonly baseUrl: string;
  readonly port: number;
  readonly inherited: Readonly<Record<string, string>>;
  readonly encryptionKeys: () => string;
}): Record<string, string> {
  const { inherited } = at;
  return {
    ...sandboxEnvironment(at.sandboxUrl),
    FANFARE_ENV: 'development',
    HOST: reachableHost(inherited.HOST),
    PORT: String(at.port),
    BASE_URL: at.baseUrl,
    DATABASE_URL: at.databaseUrl,
    ENCRYPTION_KEYS: inherited.ENCRYPTION_KEYS ?? at.encryptionKeys(),
    EGRESS_ALLOWED_HOSTS: inherited.EGRESS_ALLOWED_HOSTS ?? '127.0.0.1',
    LOG_LEVEL: inherited.LOG_LEVEL ?? 'warn',
    METRICS_PORT: inherited.METRICS_PORT ?? 'off',
    SIGN_UP: inherited.SIGN_UP ?? 'open',
  };
}

/** Accepts only 0.0.0.0 and ::, because shells and build tools set HOST to various names. */
function reachableHost(host: string | undefined): string {
  return host === '0.0.0.0' || host === '::' ? host : '127.0.0.1';
}
