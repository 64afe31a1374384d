import type { RequestHandler } from 'express';
import type { World } from './world.ts';

const WINDOW_MS = 15 * 60_000;

/** Indiekit counts calls with express-rate-limit: 250 in 15 minutes, said in each answer. */
export function limitRate(world: World): RequestHandler {
  return (_req, res, next) => {
    const now = world.context.clock.now();
    if (now - world.window.startedAt >= WINDOW_MS) world.window = { startedAt: now, calls: 0 };
    world.window.calls += 1;
    const { rateLimit, keepsRateLimit } = world.habits;
    const remaining = rateLimit - world.window.calls;
    const resetSeconds = Math.ceil((world.window.startedAt + WINDOW_MS - now) / 1_000);
    res.set({
      'RateLimit-Policy': `${rateLimit};w=${WINDOW_MS / 1_000}`,
      'RateLimit-Limit': String(rateLimit),
      'RateLimit-Remaining': String(Math.max(0, remaining)),
      'RateLimit-Reset': String(resetSeconds),
    });
    if (remaining >= 0 || !keepsRateLimit) return next();
    res.set('retry-after', String(resetSeconds));
    res.status(429).type('html').send('Too many requests, please try again later.');
  };
}
