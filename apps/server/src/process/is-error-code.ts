/** Whether an error has this code, such as `EEXIST`. */
export function isErrorCode(error: unknown, code: string): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && error.code === code;
}
