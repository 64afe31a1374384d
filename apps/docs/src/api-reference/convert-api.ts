import { fileURLToPath } from 'node:url';
import { routesOf } from '@fanfare/contract';
import { SCENARIO_NAMES, SCENARIOS } from '@fanfare/mock';
import { PLANS } from '@fanfare/rules';
import {
  Application,
  Comment,
  Converter,
  LiteralType,
  type ProjectReflection,
  ReflectionKind,
  type TypeDocOptions,
  UnionType,
} from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { READ_FIRST } from './api-packages.ts';
import { describeErrors } from './describe-errors.ts';

/** The result of typedoc: `app` renders `project`, one page for each module of this folder. */
export type ConvertedApi = { readonly app: Application; readonly project: ProjectReflection };

const MODULES = fileURLToPath(new URL('./modules', import.meta.url));

const AFTER_INHERITANCE = 500;

const OPTIONS: Partial<TypeDocOptions & PluginOptions> = {
  entryPoints: [`${MODULES}/sdk/*.ts`, `${MODULES}/mock/*.ts`],
  basePath: MODULES,
  tsconfig: fileURLToPath(new URL('../../tsconfig.api.json', import.meta.url)),
  // `pnpm typecheck` checks them.
  skipErrorChecking: true,
  logLevel: 'Warn',
  // No line numbers and no revisions: the pages change when what they say does.
  disableSources: true,
  disableGit: true,
  readme: 'none',
  excludeInternal: true,
  excludePrivate: true,
  sort: ['source-order'],
  groupOrder: ['Functions', 'Classes', 'Variables', 'Interfaces', 'Type Aliases'],
  hidePageHeader: true,
  hideBreadcrumbs: true,
  hidePageTitle: true,
  hideGroupHeadings: true,
  useCodeBlocks: true,
  expandParameters: true,
  blockTagsPreserveOrder: [],
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  propertyMembersFormat: 'table',
  typeDeclarationFormat: 'list',
  tableColumnSettings: {
    hideDefaults: true,
    hideInherited: true,
    hideOverrides: true,
    hideModifiers: true,
    hideSources: true,
    leftAlignHeaders: true,
  },
};

/** Reads the public surface of `@fanfare/sdk` and `@fanfare/mock`. */
export async function convertApi(): Promise<ConvertedApi> {
  const app = await Application.bootstrapWithPlugins({
    ...OPTIONS,
    plugin: ['typedoc-plugin-markdown'],
    router: 'module',
  });
  // After typedoc has found out what is inherited, and before it sorts what is left into groups.
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => removeNoise(project), AFTER_INHERITANCE);
  const project = await app.convert();
  if (project === undefined) throw new Error('typedoc could not read the packages.');
  readFirst(project);
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) {
    // The name that typedoc gives a parameter that is taken apart where it is declared.
    if (parameter.name === '__namedParameters') parameter.name = 'options';
  }
  spellOut(
    project,
    'RouteName',
    routesOf().map(({ name }) => name),
  );
  spellOut(project, 'PlanName', Object.keys(PLANS));
  spellOut(project, 'ScenarioName', SCENARIO_NAMES);
  describeScenarios(project);
  describeErrors(project);
  return { app, project };
}

/** Removes inherited members, what every promise and error has, and internal constructors. */
function removeNoise(project: ProjectReflection): void {
  for (const member of project.getReflectionsByKind(ReflectionKind.ClassMember | ReflectionKind.Constructor)) {
    if (!member.isDeclaration()) continue;
    const { name, parent, kind, inheritedFrom, overwrites } = member;
    const isConstructor = kind === ReflectionKind.Constructor && parent?.name !== 'Fanfare';
    if (isConstructor || inheritedFrom || overwrites || name === 'then' || name.startsWith('[')) {
      project.removeReflection(member);
    }
  }
}

function readFirst(project: ProjectReflection): void {
  const place = ({ name }: { readonly name: string }): number => {
    const at = READ_FIRST.indexOf(name);
    return at < 0 ? READ_FIRST.length : at;
  };
  for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
    for (const group of module.groups ?? []) group.children.sort((one, other) => place(one) - place(other));
  }
}

/** The names themselves, in place of the expression they come from. */
function spellOut(project: ProjectReflection, alias: string, names: readonly string[]): void {
  const [found] = project.getReflectionsByKind(ReflectionKind.TypeAlias).filter(({ name }) => name === alias);
  if (!found?.isDeclaration()) throw new Error(`There is no type ${alias}.`);
  found.type = new UnionType(names.map((name) => new LiteralType(name)));
}

/** A scenario says what it is as a value, so that programs can show it. */
function describeScenarios(project: ProjectReflection): void {
  for (const name of SCENARIO_NAMES) {
    const [found] = project.getReflectionsByKind(ReflectionKind.Property).filter((one) => one.name === name);
    if (!found) throw new Error(`There is no scenario ${name}.`);
    found.comment = new Comment([{ kind: 'text', text: SCENARIOS[name].summary }]);
  }
}
