import express, { type Request, type Response, type Router } from 'express';
import type { JsonObject } from '../../read-json.ts';
import { answerExchange } from '../hub-connect.ts';
import { type Received, readParams } from '../read-params.ts';
import { type Answer, noRoute, ok, refusal, send } from './answer.ts';
import { actOnPasswords } from './application-passwords.ts';
import { type Caller, readCaller } from './caller.ts';
import { listCategories, showCategory } from './categories.ts';
import { createComment, deleteComment, listComments, showComment } from './comments.ts';
import { pickFields } from './fields.ts';
import { deleteMedia, listMedia, showMedia, updateMedia, uploadMedia } from './media.ts';
import { deletePost, listPosts, showPost } from './read-posts.ts';
import { createTag } from './tags.ts';
import { showMe, showUser } from './users.ts';
import type { World } from './world.ts';
import { createPost, updatePost } from './write-post.ts';

type Call = {
  readonly caller: Caller;
  readonly params: JsonObject;
  readonly received: Received;
  readonly req: Request;
};
type List = (world: World, caller: Caller, params: JsonObject) => Answer;
type Item = (world: World, caller: Caller, params: JsonObject, id: number) => Answer;

const NAMESPACES = ['oembed/1.0', 'wp/v2', 'wp-site-health/v1', 'wp-block-editor/v1', 'hub-connect/v1'];

/** `/wp-json/…` */
export function createRestApi(world: World): Router {
  const router = express.Router();
  const list = (path: string, method: 'get' | 'post', answer: List) =>
    router[method](
      path,
      answering(({ caller, params }) => answer(world, caller, params)),
    );
  const item = (path: string, methods: readonly ('get' | 'post' | 'put' | 'patch' | 'delete')[], answer: Item) => {
    for (const method of methods)
      router[method](
        `${path}/:id(\\d+)`,
        answering(({ caller, params, req }) => answer(world, caller, params, Number(req.params.id))),
      );
  };
  const writing = ['post', 'put', 'patch'] as const;

  router.get(
    '/',
    answering(({ params }) => ok(pickFields(describeSite(world), params._fields))),
  );
  router.get(
    '/wp/v2',
    answering(() => ok({ namespace: 'wp/v2', routes: {} })),
  );
  list('/wp/v2/users/me', 'get', showMe);
  item('/wp/v2/users', ['get'], showUser);
  list('/wp/v2/categories', 'get', listCategories);
  item('/wp/v2/categories', ['get'], showCategory);
  list('/wp/v2/tags', 'post', createTag);
  list('/wp/v2/posts', 'get', listPosts);
  list('/wp/v2/posts', 'post', createPost);
  item('/wp/v2/posts', ['get'], showPost);
  item('/wp/v2/posts', writing, updatePost);
  item('/wp/v2/posts', ['delete'], deletePost);
  list('/wp/v2/media', 'get', listMedia);
  item('/wp/v2/media', ['get'], showMedia);
  item('/wp/v2/media', writing, updateMedia);
  item('/wp/v2/media', ['delete'], deleteMedia);
  list('/wp/v2/comments', 'get', listComments);
  list('/wp/v2/comments', 'post', createComment);
  item('/wp/v2/comments', ['get'], showComment);
  item('/wp/v2/comments', ['delete'], deleteComment);
  router.post(
    '/wp/v2/media',
    answering(({ caller, params, received, req }) =>
      uploadMedia(world, caller, params, { headers: req.headers, files: received.files, raw: received.raw }),
    ),
  );
  router.all(
    '/wp/v2/users/:whose(me|\\d+)/application-passwords/:uuid?',
    answering(({ caller, params, req }) => {
      const { whose = '', uuid = null } = req.params;
      return actOnPasswords(world, caller, { method: req.method, whose, uuid, params });
    }),
  );
  router.post('/hub-connect/v1/exchange', (req, res, next) => {
    answerExchange(world.hub, req, res).catch(next);
  });
  router.use((_req, res) => send(res, noRoute()));
  return router;

  function answering(handle: (call: Call) => Answer) {
    return (req: Request, res: Response, next: (error: unknown) => void): void => {
      answerCall(req, handle)
        .then((answer) => {
          res.set('link', `<${world.hub.url()}/wp-json/>; rel="https://api.w.org/"`);
          send(res, answer, printedTo(world, req));
        })
        // A caller who hangs up in the middle of a body gets nothing, and nothing has happened.
        .catch((error: unknown) => req.complete && next(error));
    };
  }

  async function answerCall(req: Request, handle: (call: Call) => Answer): Promise<Answer> {
    const received = await readParams(req);
    if (received.malformed) return invalidJson();
    const caller = readCaller(world, req);
    if (caller.ok && caller.value.user === null && world.habits.needsSignIn)
      return refusal(401, 'rest_login_required', 'REST API restricted to authenticated users.');
    return caller.ok ? handle({ caller: caller.value, params: received.params, received, req }) : caller.answer;
  }
}

/** The text that PHP prints before an answer (PHP manual, display_errors, 2026-11). */
function printedTo({ habits }: World, { method }: Request): string {
  const isPrinted = habits.prints === 'everywhere' || (habits.prints === 'writes' && method !== 'GET');
  return isPrinted
    ? '<br />\n<b>Warning</b>:  Undefined variable $place in <b>/srv/www/wp-content/plugins/places/places.php</b> on line <b>41</b><br />\n'
    : '';
}

function invalidJson(): Answer {
  const why = { json_error_code: 4, json_error_message: 'Syntax error' };
  return refusal(400, 'rest_invalid_json', 'Invalid JSON body passed.', why);
}

/** The root document. Its routes are left out: nobody needs 200 KB of them here. */
function describeSite({ hub }: World): JsonObject {
  return {
    name: hub.name,
    description: hub.tagline,
    url: hub.url(),
    home: hub.url(),
    gmt_offset: '0',
    timezone_string: '',
    namespaces: hub.connect.offered ? NAMESPACES : NAMESPACES.filter((each) => !each.startsWith('hub-connect')),
    authentication: {
      'application-passwords': { endpoints: { authorization: `${hub.url()}/wp-admin/authorize-application.php` } },
    },
    routes: {},
    site_logo: 0,
    site_icon: 0,
    _links: { help: [{ href: 'https://developer.wordpress.org/rest-api/' }] },
  };
}
