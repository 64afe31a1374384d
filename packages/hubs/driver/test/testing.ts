export { CAROUSEL, CAROUSEL_FILES, CAROUSEL_SLUG } from './a-carousel.ts';
export { documentedRows } from './documented-rows.ts';
export { factsOf } from './facts-of.ts';
export { API_KEY, aFile, lostAttempt, makeCall, makeIo, NOW } from './make-call.ts';
export { jsonOf, type Reply, type Script, type ScriptedHub, scriptedHub } from './scripted-hub.ts';
