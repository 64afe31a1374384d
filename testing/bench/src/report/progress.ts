/** One line that changes, in a terminal; nothing elsewhere, where it would fill a log. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K  ${text}`);
}

export const clearProgress = (): void => showProgress('');
