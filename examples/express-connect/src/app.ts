import { fileURLToPath } from 'node:url';
import { type Account, connect, type Fanfare, FanfareApiError } from '@fanfare/sdk';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { explainConnectFailure } from './connect-failures.ts';
import { keyOf, newDraft, readDraft } from './draft.ts';
import { explainError } from './explain-error.ts';
import { brokenPage, homePage, refusedPage } from './home-page.ts';
import { isNetwork, NETWORKS } from './networks.ts';
import { beginConnect, createSessions, endConnect, type Session } from './sessions.ts';

type Deps = {
  readonly fanfare: Pick<Fanfare, 'accounts' | 'posts'>;
  /** The public address of this app: `https://app.example.com`. */
  readonly origin: string;
  /** A default image, because Instagram requires one; empty for none. */
  readonly imageUrl: string;
};

const STYLE = fileURLToPath(new URL('./style.css', import.meta.url));

/** Users connect accounts, publish and disconnect. The key stays on the server. */
export function createApp({ fanfare, origin, imageUrl }: Deps): Express {
  const app = express().disable('x-powered-by');
  const sessions = createSessions({ isSecure: origin.startsWith('https:') });
  const form = express.urlencoded({ extended: false, limit: '16kb' });

  app.use((_req, res, next) => {
    res.set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
    });
    next();
  });
  app.get('/style.css', (_req, res) => res.sendFile(STYLE));
  app.use(onlyOwnForms(origin));

  app.get('/', async (req, res, next) => {
    try {
      const session = sessions.of(req, res);
      const { accounts } = await fanfare.accounts.list({ profileId: session.userId });
      const post = session.postId === null ? null : (await fanfare.posts.get(session.postId)).post;
      const { notice, draft } = session;
      session.notice = null;
      res.send(homePage({ accounts, post, notice, draft: draft ?? newDraft(imageUrl) }));
    } catch (error) {
      next(error);
    }
  });

  app.post('/connect/:platform', async (req, res, next) => {
    try {
      const { platform } = req.params;
      if (!isNetwork(platform)) return next();
      const session = sessions.of(req, res);
      const redirectUrl = `${origin}/connected?state=${beginConnect(session, platform)}`;
      const { authUrl } = await fanfare.accounts.connect({ platform, profileId: session.userId, redirectUrl });
      res.redirect(303, authUrl);
    } catch (error) {
      next(error);
    }
  });

  // Anybody can open this address with any query, so the app checks it before it uses it.
  app.get('/connected', async (req, res, next) => {
    try {
      const session = sessions.of(req, res);
      const pending = endConnect(session, req.query.state);
      const outcome = connect.parseRedirect(req.originalUrl);
      if (!pending || !outcome) return res.status(400).send(refusedPage());
      const network = NETWORKS[pending.platform];
      if (outcome.status === 'error') {
        showNotice(session, 'bad', `${network}: ${explainConnectFailure(outcome.reason)}`);
      } else {
        const account = await findOwn(fanfare, session, outcome.accountId);
        if (!account) return res.status(400).send(refusedPage());
        showNotice(session, 'good', `${network}: ${account.username} is connected.`);
      }
      // Redirect away from the address with the secret.
      res.redirect(303, '/');
    } catch (error) {
      next(error);
    }
  });

  app.post('/accounts/:id/disconnect', async (req, res, next) => {
    try {
      const session = sessions.of(req, res);
      const account = await findOwn(fanfare, session, req.params.id);
      if (!account) return next();
      await fanfare.accounts.delete(account.id);
      showNotice(session, 'good', `${account.username} is disconnected.`);
      res.redirect(303, '/');
    } catch (error) {
      next(error);
    }
  });

  app.post('/publish', form, async (req, res, next) => {
    try {
      const session = sessions.of(req, res);
      session.draft = readDraft(req.body);
      const { accounts } = await fanfare.accounts.list({ profileId: session.userId, status: 'active' });
      if (accounts.length === 0) {
        showNotice(session, 'bad', 'Connect an account first.');
        return res.redirect(303, '/');
      }
      const { content, imageUrl: url, altText } = session.draft;
      const { post } = await fanfare.posts.create({
        content,
        mediaItems: url === '' ? [] : [{ type: 'image', url, ...(altText !== '' && { altText }) }],
        // A post goes to ten accounts at most.
        platforms: accounts.slice(0, 10).map(({ id, platform }) => ({ platform, accountId: id })),
        idempotencyKey: keyOf(session.draft, session.userId),
      });
      session.draft = null;
      session.postId = post.id;
      res.redirect(303, '/#published');
    } catch (error) {
      next(error);
    }
  });

  app.use((_req, res) => res.status(404).send(refusedPage()));
  app.use(explainErrors(sessions));
  return app;
}

/** The account with this id, if it is this user's. */
async function findOwn(fanfare: Deps['fanfare'], { userId }: Session, id: string): Promise<Account | null> {
  const { accounts } = await fanfare.accounts.list({ profileId: userId });
  return accounts.find((account) => account.id === id) ?? null;
}

/** Shows Fanfare's refusal above the user's page, or instead of a page that cannot be loaded. */
function explainErrors(sessions: ReturnType<typeof createSessions>): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const text = explainError(error);
    if (text === null) {
      // For you: a bug of this app, or a key that is no longer valid. `message` never contains the
      // key.
      console.error(error instanceof FanfareApiError ? `${error.message} (${error.requestId})` : error);
      return res.status(500).send(brokenPage('Something went wrong on our side. We have logged the error.'));
    }
    if (req.method === 'GET') return res.status(503).send(brokenPage(text));
    showNotice(sessions.of(req, res), 'bad', text);
    res.redirect(303, '/');
  };
}

function showNotice(session: Session, kind: 'good' | 'bad', text: string): void {
  session.notice = { kind, text };
}

/** Browsers send the site of a form in `Origin`; the cookie's `lax` is the second protection. */
function onlyOwnForms(origin: string): RequestHandler {
  return (req, res, next) => {
    const sentFrom = req.get('origin');
    if (req.method === 'POST' && sentFrom !== undefined && sentFrom !== origin) {
      res.status(403).send(refusedPage());
      return;
    }
    next();
  };
}
