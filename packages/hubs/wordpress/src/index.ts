export { createWordpress } from './create-wordpress.ts';
