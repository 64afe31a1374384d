/**
 * A statement needs what this implementation cannot be brought to from outside. It is reported as
 * skipped.
 */
export class NotHere extends Error {
  override readonly name = 'NotHere';
}
