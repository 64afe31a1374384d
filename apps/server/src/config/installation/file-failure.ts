/**
 * Explains in one sentence a missing or unreadable file, with a fix. Null for other errors, such as
 * the socket of PostgreSQL, which is connected to and not read.
 */
export function explainFileFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (path === undefined || syscall === 'connect' || syscall === 'listen') return null;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return `${path} does not exist (${code}). If it is part of Fanfare, install this version again; if a setting names it, correct the setting.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `This account may not read ${path} (${code}). Give it the right to.`;
  return null;
}
