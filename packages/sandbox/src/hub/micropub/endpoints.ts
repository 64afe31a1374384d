import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { HubUser } from '../hub.ts';
import { type Received, readParams } from '../read-params.ts';
import { type Answer, invalidRequest, ok, send } from './answer.ts';
import { changeNote } from './change.ts';
import { createNote } from './create.ts';
import { introspect, metadata } from './identity.ts';
import { deleteMedia, receiveMedia, storeFile, UNKNOWN_TYPE } from './media.ts';
import { readProperties, withFiles } from './properties.ts';
import { answerQuery, mediaEndpointOf } from './query.ts';
import { limitRate } from './rate-limit.ts';
import { admit } from './token.ts';
import type { World } from './world.ts';

type Handler = (received: Received, req: Request, user: HubUser) => Answer | Promise<Answer>;

/** `/micropub`, `/media`, and what says whose a token is. */
export function createEndpoints(world: World): Router {
  const router = express.Router();
  router.use(['/micropub', '/media'], limitRate(world));
  router.get(
    '/micropub',
    authenticated(({ params }) => answerQuery(world, params)),
  );
  router.post(
    '/micropub',
    authenticated((received, req, user) => publish(world, user, received, req)),
  );
  router.get(
    '/media',
    authenticated(({ params }) =>
      params.q === 'source' ? listMedia(world) : invalidRequest('Missing parameter: `q`'),
    ),
  );
  router.post(
    '/media',
    authenticated(({ params, files }, _req, user) =>
      params.action === 'delete' ? deleteMedia(world, user, params.url) : receiveMedia(world, user, files),
    ),
  );
  router.get('/.well-known/oauth-authorization-server', (_req, res) => send(res, ok(metadata(world))));
  router.post(
    '/auth/introspect',
    answering((received) => introspect(world, received.params)),
  );
  return router;

  function authenticated(handle: Handler): RequestHandler {
    return answering((received, req) => {
      const admitted = admit(world, req, received.params);
      return admitted.ok ? handle(received, req, admitted.user) : admitted.answer;
    });
  }
}

async function publish(world: World, user: HubUser, received: Received, req: Request): Promise<Answer> {
  const { params, files } = received;
  const action = params.action ?? 'create';
  if (action !== 'create') return changeNote(world, user, String(action), params);
  const sent = files.map((file) => ({ file, stored: storeFile(world, user, file) }));
  if (sent.some(({ stored }) => stored === null)) return UNKNOWN_TYPE;
  const urlOf = (file: (typeof files)[number]) => sent.find((each) => each.file === file)?.stored?.url ?? '';
  const properties = withFiles(readProperties(params, Boolean(req.is(['json', '+json']))), files, urlOf);
  return createNote(world, user, properties);
}

function listMedia(world: World): Answer {
  const items = [...world.media.values()].reverse().map(({ url, uploaded }) => ({
    url,
    published: new Date(uploaded).toISOString(),
  }));
  return ok({ items, paging: {} });
}

function answering(handle: (received: Received, req: Request) => Answer | Promise<Answer>): RequestHandler {
  return (req, res: Response, next) => {
    readParams(req)
      .then((received) => (received.malformed ? invalidRequest('The body cannot be read') : handle(received, req)))
      .then((answer) => send(res, answer))
      // A caller who hangs up in the middle of a body gets nothing, and nothing has happened.
      .catch((error: unknown) => req.complete && next(error));
  };
}

/** Adds the addresses of the endpoints to each page and answer (W3C Micropub, 5.3). */
export function advertise(world: World): RequestHandler {
  return (_req, res, next) => {
    const links = Object.entries(endpointsOf(world)).map(([rel, url]) => `<${url}>; rel="${rel}"`);
    res.set('link', links.join(', '));
    next();
  };
}

export function endpointsOf(world: World): Readonly<Record<string, string>> {
  return {
    micropub: `${world.hub.url()}/micropub`,
    micropub_media: mediaEndpointOf(world),
    'indieauth-metadata': `${world.hub.url()}/.well-known/oauth-authorization-server`,
  };
}
