import { type Note, SYNDICATION, type World } from './world.ts';

/** All posts that are not deleted, drafts among them, newest first. */
export function livingNotes(world: World): readonly Note[] {
  const newestLast = [...world.notes.values()].filter(({ deleted }) => !deleted);
  return newestLast.reverse().sort((a, b) => b.published - a.published);
}

/** Notes that visitors see, newest first. */
export function publishedNotes(world: World): readonly Note[] {
  const now = world.context.clock.now();
  return livingNotes(world).filter(({ status, published }) => status === 'published' && published <= now);
}

/** The names of the places that get a copy of a note. */
export const copiesOf = ({ syndicateTo }: Note): readonly string[] =>
  SYNDICATION.filter(({ uid }) => syndicateTo.includes(uid)).map(({ name }) => name);
