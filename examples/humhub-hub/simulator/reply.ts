/** An answer of the simulated hub. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

export const json = (status: number, value: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify(value),
});

/** `returnError` (humhub/rest 0.11.5, components/BaseController.php, checked 2026-11). */
export const refuse = (code: number, message: string, more: object = {}): Reply =>
  json(code, { code, message, ...more });

/** An error of Yii, which has another form (humhub/rest issue 8, checked 2026-11). */
export const unauthorized = (): Reply =>
  json(401, {
    name: 'Unauthorized',
    message: 'Your request was made with invalid credentials.',
    code: 0,
    status: 401,
    type: 'yii\\web\\UnauthorizedHttpException',
  });

export const html = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: `<!doctype html><meta charset="utf-8">${body}`,
});

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
