export { createMicropub } from './create-micropub.ts';
