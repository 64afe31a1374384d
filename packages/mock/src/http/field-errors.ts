// A part of its own, loaded when a request is refused for its form: it holds what other APIs call every field.
export { toFieldErrors } from '@fanfare/contract';
