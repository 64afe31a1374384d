export { createHumhub } from './create-humhub.ts';
