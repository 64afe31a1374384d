import { type Comment, type ProjectReflection, ReflectionKind } from 'typedoc';

/** The code of an `@example`, and whose it is. */
export type ApiExample = { readonly of: string; readonly code: string };

/** Every example of a package, in the order of its names. */
export function examplesOf(project: ProjectReflection, apiPackage: 'sdk' | 'mock'): readonly ApiExample[] {
  return project
    .getReflectionsByKind(ReflectionKind.All)
    .filter((one) => one.getFullName().startsWith(`${apiPackage}/`))
    .flatMap((one) => codesOf(one.comment).map((code) => ({ of: one.getFullName(), code })))
    .toSorted((one, other) => one.of.localeCompare(other.of));
}

function codesOf(comment: Comment | undefined): readonly string[] {
  return (comment?.getTags('@example') ?? []).map(({ content }) =>
    content
      .map(({ text }) => text)
      .join('')
      .replace(/^```ts\n|\n```$/g, ''),
  );
}
