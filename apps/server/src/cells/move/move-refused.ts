/** Expected reason for which a workspace is not moved; nothing has changed. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}
