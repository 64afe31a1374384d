import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { OAuthPlatform } from '@fanfare/sdk';
import type { Request, Response } from 'express';
import type { Draft } from './draft.ts';

/** The notice on the user's next page. */
export type Notice = { readonly kind: 'good' | 'bad'; readonly text: string };

/** A connect flow that was started in a browser and has not returned. */
type Pending = { readonly state: string; readonly platform: OAuthPlatform; readonly startedAtMs: number };

/** One browser. Here it is its own user; in your app, `userId` is the signed-in user. */
export type Session = {
  /** The `profileId` sent to Fanfare: the owner of the account. Never the secret of the cookie. */
  readonly userId: string;
  pending: readonly Pending[];
  notice: Notice | null;
  /** A draft that was not published, or whose result is unknown: it stays in the form. */
  draft: Draft | null;
  /** The last post of this browser. */
  postId: string | null;
};

const COOKIE = 'session';
/** A connect link is valid for ten minutes; the network's own pages may take longer. */
const PENDING_MS = 30 * 60_000;
const MAX_PENDING = 10;

const secret = (): string => randomBytes(32).toString('base64url');

/** Sessions in memory. Keep yours where they are now; only add `pending`. */
export function createSessions({ isSecure }: { readonly isSecure: boolean }) {
  const sessions = new Map<string, Session>();

  return {
    /** The session of this browser; a new one where it has none. */
    of(req: Request, res: Response): Session {
      const known = sessions.get(readCookie(req) ?? '');
      if (known) return known;
      const id = secret();
      const session: Session = { userId: `user_${randomUUID()}`, pending: [], notice: null, draft: null, postId: null };
      sessions.set(id, session);
      // `lax`: sent when the network redirects the user back, and never with a form of another
      // site.
      res.cookie(COOKIE, id, { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' });
      return session;
    },
  };
}

function readCookie(req: Request): string | undefined {
  const pairs = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === COOKIE)?.[1];
}

/** Records that this browser started to connect; returns the secret that must come back. */
export function beginConnect(session: Session, platform: OAuthPlatform): string {
  const state = secret();
  session.pending = [...session.pending, { state, platform, startedAtMs: Date.now() }].slice(-MAX_PENDING);
  return state;
}

/** Finds and removes the flow of a state; null for another browser or an old flow. */
export function endConnect(session: Session, state: unknown): Pending | null {
  if (typeof state !== 'string') return null;
  const found = session.pending.find((pending) => isSame(pending.state, state)) ?? null;
  session.pending = session.pending.filter((pending) => pending !== found);
  return found && Date.now() - found.startedAtMs <= PENDING_MS ? found : null;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
