export const NO_CODE = 'UNKNOWN';

export type SmtpFailure = {
  /** Codes only: words of a mail server may repeat addresses and passwords. */
  readonly reason: string;
  /** True when the mail server will never take this mail for this recipient. */
  readonly isFinal: boolean;
};

export function readSmtpFailure(error: unknown): SmtpFailure {
  const field = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  const [code, status, command] = [field('code'), field('responseCode'), field('command')];
  const words = [
    typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : NO_CODE,
    ...(typeof status === 'number' ? [String(status)] : []),
    ...(typeof command === 'string' ? [/^[A-Z]+(?: [A-Z]+)?/.exec(command)?.[0] ?? ''] : []),
  ];
  const isRefused = typeof status === 'number' && status >= 500 && String(command).startsWith('RCPT');
  return { reason: words.join(' ').trim(), isFinal: isRefused };
}
