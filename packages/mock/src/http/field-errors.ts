// A separate module, loaded when a request has an invalid shape: it contains the field names of
// other APIs.
export { toFieldErrors } from '@fanfare/contract';
