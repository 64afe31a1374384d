export { type RealIndiekit, startIndiekit } from './indiekit/start-indiekit.ts';
export type { Missing } from './missing.ts';
export { type RealWordpress, startWordpress } from './wordpress/start-wordpress.ts';
export type { Role, WordpressUser } from './wordpress/users.ts';
