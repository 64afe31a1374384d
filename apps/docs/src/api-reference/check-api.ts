import { type DeclarationReflection, normalizePath, type ProjectReflection, ReflectionKind } from 'typedoc';
import type { ConvertedApi } from './convert-api.ts';

const DESCRIBED =
  ReflectionKind.SomeType | ReflectionKind.SomeValue | ReflectionKind.ClassMember | ReflectionKind.SomeMember;

/** Exported names, methods and fields without a comment, such as `mock/mock.MockClock.now`. */
export function undocumented({ project }: ConvertedApi): readonly string[] {
  return project
    .getReflectionsByKind(DESCRIBED)
    .filter((one): one is DeclarationReflection => one.isDeclaration())
    .filter((one) => one.kind !== ReflectionKind.TypeLiteral && !isOfParameter(one))
    .filter((one) => !one.hasComment() && !one.getAllSignatures().some((signature) => signature.hasComment()))
    .map((one) => one.getFullName());
}

/** A field of an inline object: the comment of the function describes it. */
function isOfParameter({ parent }: DeclarationReflection): boolean {
  for (let around = parent; around; around = around.parent) {
    if (around.kindOf(ReflectionKind.Parameter)) return true;
  }
  return false;
}

/** Types of ours that a documented one mentions and no page explains. */
export function unexplained({ app, project }: ConvertedApi): readonly string[] {
  const found = new Set<string>();
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, name, target, package: from, refersToTypeParameter } = node as Record<string, unknown>;
    const isOurs = typeof from === 'string' && from.startsWith('@fanfare/');
    if (type === 'reference' && isOurs && typeof target !== 'number' && !refersToTypeParameter) found.add(String(name));
    Object.values(node).forEach(look);
  };
  look(app.serializer.projectToObject(project, normalizePath(process.cwd())).children);
  return [...found];
}

/** Exports of a package at an entry point that no page shows. */
export function missing({ app, project }: ConvertedApi, entryPoints: readonly string[]): readonly string[] {
  const shown = new Set(namesOf(project));
  const [program] = (app.getEntryPoints() ?? []).map((entryPoint) => entryPoint.program);
  if (!program) throw new Error('typedoc has no program.');
  const checker = program.getTypeChecker();
  return entryPoints.flatMap((file) => {
    const source = program.getSourceFile(file);
    const symbol = source && checker.getSymbolAtLocation(source);
    if (!symbol) throw new Error(`${file} is not part of the reference.`);
    return checker.getExportsOfModule(symbol).flatMap(({ name }) => (shown.has(name) ? [] : [name]));
  });
}

const namesOf = (project: ProjectReflection): readonly string[] =>
  project.getChildrenByKind(ReflectionKind.Module).flatMap(({ children = [] }) => children.map(({ name }) => name));
