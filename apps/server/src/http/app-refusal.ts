import { APP_ERRORS, type AppErrorCode, appDocUrl } from '@fanfare/app-contract';
import { REQUEST_ERRORS, type RequestErrorCode } from '@fanfare/contract';
import { errorBody, type Refusal } from '@fanfare/rules';

/** Refusal of the public API, or one for requests with a session only. */
export type AnyRefusal = Refusal | AppRefusal;

type AppRefusal = {
  readonly code: AppErrorCode;
  readonly message: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  readonly headers?: Readonly<Record<string, string>>;
};

export type AppDecision<Facts extends object> =
  | ({ readonly ok: true } & Facts)
  | { readonly ok: false; readonly refusal: AnyRefusal };

export const refuseApp = (
  code: AppErrorCode,
  message: string,
): { readonly ok: false; readonly refusal: AppRefusal } => ({
  ok: false,
  refusal: { code, message },
});

export const statusOf = ({ code }: AnyRefusal): number =>
  isAppCode(code) ? APP_ERRORS[code].status : REQUEST_ERRORS[code].status;

/** Error body of the public API and the dashboard. */
export function anyErrorBody(refusal: AnyRefusal, requestId: string, docsUrl: string): object {
  const { code } = refusal;
  if (!isAppCode(code)) return errorBody({ ...refusal, code }, requestId, docsUrl);
  const { message, details } = refusal;
  return { error: { code, message, requestId, ...(details && { details }), docUrl: appDocUrl(docsUrl, code) } };
}

/** Refuses an unknown, malformed or foreign id with the same bytes. */
export const noSuchOf = (resource: string): AnyRefusal => ({
  code: 'not_found',
  message: `There is no such ${resource}.`,
});

/** Refuses a project or workspace of somebody else. */
export const notYours = (what: 'project' | 'workspace'): AnyRefusal => ({
  code: 'not_found',
  message: `You have no such ${what}, or are no member there any more. Reload the page to see those you have.`,
});

const isAppCode = (code: RequestErrorCode | AppErrorCode): code is AppErrorCode => Object.hasOwn(APP_ERRORS, code);
