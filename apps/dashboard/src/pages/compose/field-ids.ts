import type { Form, Words } from './form.ts';

/** Ids of the fields of the composer. `scope` is `post`, or an account with its own words. */
export const fieldId = (scope: string, field: string): string => `${scope}-${field}`;

/** The field that a path of the request means. */
export function fieldOfPath(path: string, form: Form): string {
  const [, at, inTarget] = /^platforms\[(\d+)\](?:\.(.*))?$/.exec(path) ?? [];
  if (at === undefined) return idWithin('post', path, form.media);
  const target = form.targets[Number(at)];
  if (!target || inTarget === undefined) return fieldId('post', 'platforms');
  if (inTarget === 'aiGenerated' || inTarget === 'link') return fieldId('post', inTarget);
  const [words, scope] = target.own ? [target.own, target.accountId] : [form, 'post'];
  const found = inFollowUp(inTarget, words, scope);
  if (found !== null) return found;
  const [option = ''] = inTarget.split(/[.[]/, 1);
  if (option in form.options) return fieldId('option', inTarget);
  if (inTarget === 'spaceSlug') return fieldId(target.accountId, 'spaceSlug');
  return idWithin(scope, inTarget, words.media);
}

/**
 * The field of a further comment, or of a post of a chain. The first post of a chain has the field
 * of the words.
 */
function inFollowUp(inTarget: string, words: Words, scope: string): string | null {
  const [, kind, at, field = 'content'] = /^(thread|firstComments)(?:\[(\d+)\](?:\.(.*))?)?$/.exec(inTarget) ?? [];
  if (kind === undefined) return null;
  if (at === undefined) return fieldId(scope, kind);
  if (kind === 'firstComments') {
    const comment = words.firstComments[Number(at)];
    return comment ? fieldId(comment.key, field) : fieldId(scope, kind);
  }
  const post = words.thread[Number(at) - 1];
  return post ? idWithin(post.key, field, post.media) : idWithin(scope, field, words.media);
}

function idWithin(scope: string, path: string, media: Form['media']): string {
  const [, at, field = 'url'] = /^mediaItems\[(\d+)\](?:\.(.*))?$/.exec(path) ?? [];
  if (at === undefined) return fieldId(scope, path === 'mediaItems' ? 'media' : path);
  const item = media[Number(at)];
  return item ? fieldId(scope, `${item.key}-${field === 'url' ? 'remove' : field}`) : fieldId(scope, 'media');
}

/** Moves the focus to the field, in the middle of the screen. */
export function jumpTo(id: string): void {
  // An option may be folded away.
  document.getElementById(id)?.closest('details')?.setAttribute('open', '');
  const field = document.getElementById(id);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
