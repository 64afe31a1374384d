/** Says why a receiver gave no answer. */
export function describeFailure(error: unknown, address: string): string {
  const { host, hostname } = new URL(address);
  const code = codeOf(error);
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'gave no answer within 15 s';
  if (code === 'ECONNREFUSED') return `nothing listens at ${host}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `there is no host ${hostname}`;
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE')
    return 'closed the connection without an answer';
  if (isUntrusted(code)) return `has a certificate that is not trusted (${code})`;
  return code === '' ? messageOf(error) : `could not be reached (${code})`;
}

/** Whether Node refused the certificate, by its code. */
export const isUntrusted = (code: string): boolean => /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|TLS|SSL/.test(code);

/** `fetch` hides the reason in `cause`, which may hold one for each address of the host. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : codeOf(error.cause);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
