import { randomUUID } from 'node:crypto';
import { type ApiRequest, objectIn } from './read-request.ts';
import { json, type Reply, refuse } from './reply.ts';
import { nextId, OWNER, type Post, PRIVATE, PUBLIC, type User, type World } from './world.ts';

export type Handling = {
  readonly world: World;
  readonly request: ApiRequest;
  readonly user: User;
  readonly id: number;
};

const IMAGES = /^image\/(jpeg|png|gif|webp)$/;

/** humhub/rest 0.11.5, components/BaseContentController.php (actionCreate), checked 2026-11. */
export function createPost({ world, request, user, id: containerId }: Handling): Reply {
  const containers = [...world.spaces, ...world.users].map((each) => each.containerId);
  if (!containers.includes(containerId)) return refuse(404, 'Content container not found!');
  const { message } = request.data;
  if (typeof message !== 'string' || message.trim() === '')
    return refuse(400, 'Validation failed', { post: { message: ['Message cannot be blank.'] } });
  const facts = { author: user, containerId, message, visibility: PRIVATE, likes: 0, comments: 0, files: [] };
  const post: Post = { id: nextId(world), ...facts };
  const problem = world.habits.hides ? setVisibility(post, request) : null;
  if (problem) return problem;
  world.posts.set(post.id, post);
  return json(200, definitionOf(post, request));
}

/** actionView: a hidden post is not shown to others, in some versions not to its owner. */
export function viewPost({ world, request, user, id }: Handling): Reply {
  const post = world.posts.get(id);
  if (!post) return refuse(404, 'Requested content not found!');
  const maySee = post.visibility !== OWNER || (post.author === user && world.habits.ownersSeeHidden);
  return maySee ? json(200, definitionOf(post, request)) : refuse(403, 'You cannot view this content!');
}

/** actionUpdate. */
export function updatePost({ world, request, user, id }: Handling): Reply {
  const post = world.posts.get(id);
  if (!post) return refuse(404, 'Request object not found!');
  if (post.author !== user) return refuse(403, 'You are not allowed to update this content!');
  const { message } = request.data;
  if (typeof message === 'string') post.message = message;
  return setVisibility(post, request) ?? json(200, definitionOf(post, request));
}

/** actionDelete. */
export function deletePost({ world, user, id }: Handling): Reply {
  const post = world.posts.get(id);
  if (!post) return refuse(404, 'Content record not found!');
  if (post.author !== user) return refuse(403, 'You are not allowed to delete this content!');
  world.posts.delete(id);
  return json(200, { code: 200, message: 'Successfully deleted!' });
}

/** actionAttachFiles. */
export function attachFiles({ world, request, user, id }: Handling): Reply {
  const post = world.posts.get(id);
  if (!post) return refuse(404, 'Content record not found!');
  if (post.author !== user) return refuse(403, 'You are not allowed to upload files to this content!');
  if (request.uploads.length === 0) return refuse(400, 'No files to upload.');
  if (!request.uploads.every(({ contentType }) => IMAGES.test(contentType)))
    return refuse(500, 'Internal error while saving file.');
  const files = request.uploads.map((upload) => ({ id: nextId(world), guid: randomUUID(), ...upload }));
  post.files.push(...files);
  const shown = files.map((file) => fileOf(file, request));
  return json(200, { code: 200, message: 'Files successfully uploaded.', files: shown });
}

function setVisibility(post: Post, { data }: ApiRequest): Reply | null {
  const { visibility } = objectIn(objectIn(data.content).metadata);
  if (visibility === undefined) return null;
  if (visibility !== PRIVATE && visibility !== PUBLIC && visibility !== OWNER)
    return refuse(400, 'Validation failed', { post: { archived: ['Wrong field "visibility" value!'] } });
  post.visibility = visibility;
  return null;
}

/** definitions/PostDefinitions.php and ContentDefinitions.php. */
function definitionOf(post: Post, request: ApiRequest) {
  const { id, message, visibility, likes, comments, containerId, files } = post;
  const url = `${request.url.origin}/content/perma?id=${id}`;
  return {
    id,
    message,
    content: {
      id,
      metadata: { id, visibility, state: 1, url, contentcontainer_id: containerId },
      comments: { total: comments },
      likes: { total: likes },
      topics: [],
      files: files.map((file) => fileOf(file, request)),
    },
  };
}

const fileOf = ({ id, guid, contentType, name, bytes }: Post['files'][number], { url }: ApiRequest) => ({
  ...{ id, guid, mime_type: contentType, size: bytes.length, file_name: name },
  url: `${url.origin}/file/file/download?guid=${guid}`,
});
