export * from './adapter.ts';
export type { Answer, Effect, Http, OutgoingBody, OutgoingCall } from './http.ts';
export type { MediaContentType, MediaFile, MediaRequest, MediaSource } from './media-source.ts';
export { NetworkError, type NetworkErrorFacts, type Outcome } from './network-error.ts';
export { Secret } from './secret.ts';
export { PROCESSING_LIMIT_MS, waitUntil } from './wait.ts';
