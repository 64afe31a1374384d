import type { Request, Response, Router } from 'express';
import { exchangeCode } from './connect-codes.ts';
import type { Hub } from './hub.ts';
import { readParams } from './read-params.ts';

const MAX_NAME_LENGTH = 120;

/** Hub Connect: where a one-time code is traded for a key. */
export function addHubConnect(hub: Hub, router: Router): void {
  router.get('/.well-known/hub-connect', (_req, res, next) => {
    if (!hub.connect.offered) return next();
    res.json({ version: 1, exchange: hub.connect.exchange ?? `${hub.url()}/hub-connect/exchange` });
  });
  router.post('/hub-connect/exchange', (req, res, next) => {
    answerExchange(hub, req, res).catch(next);
  });
}

/** Answers 200 with a key, 400 `invalid_request` or `invalid_connect_code`, or 429. */
export async function answerExchange(hub: Hub, req: Request, res: Response): Promise<void> {
  const { params } = await readParams(req);
  if (!hub.connect.offered) {
    res.status(404).json(refusal('rest_no_route', 'No route was found matching the URL and request method.', 404));
    return;
  }
  const { code } = params;
  if (typeof code !== 'string') {
    res.status(400).json(refusal('invalid_request', 'The body needs a code: the text that the hub has shown.', 400));
    return;
  }
  const name = typeof params.name === 'string' && params.name.trim() !== '' ? params.name.trim() : 'Hub Connect';
  const result = exchangeCode(hub, { code, name: name.slice(0, MAX_NAME_LENGTH), address: req.ip ?? '' });

  res.set('cache-control', 'no-store');
  if (result.state === 'too_many_attempts') {
    res.set('retry-after', String(Math.ceil(result.retryAfterMs / 1_000)));
    res.status(429).json(refusal('too_many_attempts', 'Too many wrong connect codes. Try again later.', 429));
    return;
  }
  if (result.state === 'refused') {
    res.status(400).json(refusal('invalid_connect_code', 'This connect code is wrong, used or expired.', 400));
    return;
  }
  const { user, apiKey } = result;
  res.json({
    type: hub.connect.type ?? hub.role,
    apiUrl: hub.connect.apiUrl ?? hub.apiUrl(),
    apiKey,
    user: { id: hub.identityOf(user), username: user.username, name: user.name },
    hub: { name: hub.name },
    defaultSpaceSlug: hub.connect.defaultSpaceSlug,
  });
}

/** `data` as in all errors of WordPress; Hub Connect needs `code` and `message`. */
function refusal(code: string, message: string, status: number) {
  return { code, message, data: { status } };
}
