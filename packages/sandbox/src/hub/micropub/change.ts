import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../read-json.ts';
import type { HubUser } from '../hub.ts';
import { type Answer, insufficientScope, invalidRequest, ok, refusal } from './answer.ts';
import { readChannels } from './create.ts';
import {
  otherProperties,
  type Properties,
  readNoteContent,
  readPhotos,
  readSyndication,
  readTexts,
  toSource,
} from './properties.ts';
import { scopeFor } from './token.ts';
import type { Note, World } from './world.ts';

/** `action=update`, `delete` or `undelete` (Micropub, 3.4 and 3.5). */
export function changeNote(world: World, user: HubUser, action: string, params: JsonObject): Answer {
  if (action !== 'update' && action !== 'delete' && action !== 'undelete')
    return invalidRequest(`Unsupported action: ${action}`);
  const scope = scopeFor(user, action === 'undelete' ? 'create' : action);
  if (scope === null) return insufficientScope(action);
  if (typeof params.url !== 'string') return invalidRequest('Missing parameter: `url`');
  const note = world.notes.get(params.url);
  if (!note) return refusal(404, 'not_found', `No database record found for ${params.url}`);
  if (action === 'delete') {
    note.deleted = true;
    return ok({ success: 'delete', success_description: `Post deleted from ${note.url}` });
  }
  if (action === 'undelete') {
    note.deleted = false;
    return ok({ success: 'delete_undelete', success_description: `Post restored to ${note.url}` });
  }
  if (scope === 'draft' && note.status !== 'draft') return insufficientScope(action);
  return updateNote(world, note, params);
}

function updateNote(world: World, note: Note, params: JsonObject): Answer {
  const operations = [params.replace, params.add, params.delete];
  if (operations.every((each) => each === undefined))
    return invalidRequest('No replace, add or remove operations included in request');
  const isWrong = (each: unknown) => isObject(each) && Object.values(each).some((value) => !Array.isArray(value));
  if (operations.some(isWrong)) return invalidRequest('Replacement value should be an array');

  const before = toSource(note).properties;
  const after = changed(before, params);
  if (isDeepStrictEqual(before, after)) {
    const description = `Post at ${note.url} not updated as no properties changed`;
    return { ...ok({ success: 'update', success_description: description }), headers: { location: note.url } };
  }
  apply(world, note, after);
  const description = `Post updated at ${note.url}`;
  return { ...ok({ success: 'update', success_description: description }), headers: { location: note.url } };
}

function changed(before: Properties, { replace, add, delete: remove }: JsonObject): Properties {
  const after: Record<string, readonly unknown[]> = { ...before };
  if (isObject(replace)) for (const [name, values] of Object.entries(replace)) after[name] = toList(values);
  if (isObject(add))
    for (const [name, values] of Object.entries(add)) after[name] = [...(after[name] ?? []), ...toList(values)];
  if (Array.isArray(remove)) for (const name of remove) delete after[String(name)];
  else if (isObject(remove))
    for (const [name, values] of Object.entries(remove)) {
      const gone = toList(values);
      after[name] = (after[name] ?? []).filter((value) => !gone.some((each) => isDeepStrictEqual(each, value)));
    }
  return after;
}

/** Number and address of a post stay as they are. */
function apply(world: World, note: Note, properties: Properties): void {
  const { uid: _uid, url: _url, updated: _updated, ...more } = otherProperties(properties);
  Object.assign(note, readNoteContent(properties), { more });
  note.name = readTexts(properties, 'name')[0] ?? '';
  note.photos = readPhotos(properties);
  note.channels = readChannels(world, properties) ?? note.channels;
  note.categories = readTexts(properties, 'category');
  note.syndicateTo = readSyndication(properties);
  note.status = readTexts(properties, 'post-status')[0] === 'draft' ? 'draft' : 'published';
  note.updated = world.context.clock.now();
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
