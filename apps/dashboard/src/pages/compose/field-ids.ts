import type { Form } from './form.ts';

/** Ids of the fields of the composer. `scope` is `post`, or an account with its own words. */
export const fieldId = (scope: string, field: string): string => `${scope}-${field}`;

/** The field that a path of the request means. */
export function fieldOfPath(path: string, form: Form): string {
  const [, at, inTarget] = /^platforms\[(\d+)\](?:\.(.*))?$/.exec(path) ?? [];
  if (at === undefined) return idWithin('post', path, form.media);
  const target = form.targets[Number(at)];
  if (!target || inTarget === undefined) return fieldId('post', 'platforms');
  if (inTarget === 'aiGenerated' || inTarget === 'link') return fieldId('post', inTarget);
  const [option = ''] = inTarget.split(/[.[]/, 1);
  if (option in form.options) return fieldId('option', inTarget);
  if (inTarget === 'spaceSlug') return fieldId(target.accountId, 'spaceSlug');
  return target.own ? idWithin(target.accountId, inTarget, target.own.media) : idWithin('post', inTarget, form.media);
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
