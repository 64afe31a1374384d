import type { ApiRequest } from './read-request.ts';
import type { Person, World } from './world.ts';

/** A call, with the variable parts of its path. */
export type Handling = { readonly world: World; readonly request: ApiRequest; readonly parts: readonly string[] };

/** A call with a token, and whose token it is. */
export type SignedIn = Handling & { readonly person: Person };
