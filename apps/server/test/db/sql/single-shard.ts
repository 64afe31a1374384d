import { parse } from 'libpg-query';

/** A node of the tree that PostgreSQL's own parser makes. */
type Tree = { readonly [field: string]: unknown };

/**
 * Tables and what else a part of a statement reads, by the name it has there; the nodes are those
 * of `Groups`.
 */
type Scope = {
  readonly names: Map<string, string>;
  readonly outer: Scope | null;
  readonly ctes: Map<string, string>;
};

/** Groups of what has the same `project_id`. */
class Groups {
  readonly #parents = new Map<string, string>();
  /** Distributed tables that the statement reads or changes. */
  readonly tables: string[] = [];

  root(node: string): string {
    const parent = this.#parents.get(node);
    return parent === undefined || parent === node ? node : this.root(parent);
  }

  join(one: string | null, other: string | null): void {
    if (one === null || other === null) return;
    // A parameter stays the root, so that two of them never become one.
    const [from, to] = isParameter(this.root(one)) ? [other, one] : [one, other];
    if (!isParameter(this.root(from))) this.#parents.set(this.root(from), this.root(to));
  }
}

const isParameter = (node: string): boolean => node.startsWith('$');

/**
 * Names of the tables whose rows may belong to several projects; none if the statement is about the
 * project of one parameter.
 */
export async function tablesOverProjects(text: string, distributed: ReadonlySet<string>): Promise<readonly string[]> {
  const { stmts } = (await parse(text)) as unknown as { readonly stmts: readonly { readonly stmt: Tree }[] };
  const groups = new Groups();
  const walk = new Walk(groups, distributed);
  for (const { stmt } of stmts) walk.query(stmt, null);
  const roots = new Set(groups.tables.map((table) => groups.root(table)));
  if (roots.size === 1 && isParameter([...roots][0]!)) return [];
  const first = [...roots].find(isParameter);
  return [...new Set(groups.tables.filter((table) => groups.root(table) !== first).map((node) => node.split('#')[0]!))];
}

class Walk {
  #count = 0;

  readonly groups: Groups;
  readonly distributed: ReadonlySet<string>;

  constructor(groups: Groups, distributed: ReadonlySet<string>) {
    this.groups = groups;
    this.distributed = distributed;
  }

  /** Returns the node of the project that the rows of the query have; null where they have none. */
  query(node: Tree, outer: Scope | null): string | null {
    const [kind, body] = Object.entries(node)[0] as [string, Tree];
    const names = new Map<string, string>();
    const scope: Scope = { names, outer, ctes: new Map(outer?.ctes) };
    for (const each of listOf((body.withClause as Tree | undefined)?.ctes)) {
      const { ctename, ctequery } = each.CommonTableExpr as { ctename: string; ctequery: Tree };
      const result = this.#new(`cte ${ctename}`);
      // Before its body, which may be recursive.
      scope.ctes.set(ctename, result);
      this.groups.join(result, this.query(ctequery, scope));
    }
    if (kind === 'SelectStmt' && body.larg) {
      const result = this.query({ SelectStmt: body.larg }, scope);
      this.groups.join(result, this.query({ SelectStmt: body.rarg }, scope));
      return result;
    }
    const changed = body.relation ? this.#table(body.relation as Tree, scope) : null;
    if (kind === 'InsertStmt') this.#insert(body, scope, changed!);
    for (const each of [...listOf(body.fromClause), ...listOf(body.usingClause)]) this.#from(each, scope);
    this.#conditions(
      Object.entries(body).filter(([field]) => !['withClause', 'fromClause', 'relation', 'selectStmt'].includes(field)),
      scope,
    );
    const returning = (body.returningClause as Tree | undefined)?.exprs ?? body.returningList;
    return kind === 'SelectStmt' ? this.#result(body.targetList, scope) : returning ? changed : null;
  }

  #new(name: string): string {
    return `${name}#${this.#count++}`;
  }

  #table(range: Tree, scope: Scope): string {
    const { relname, alias } = range as { relname: string; alias?: { aliasname: string } };
    const node = scope.ctes.get(relname) ?? this.#new(relname);
    if (!scope.ctes.has(relname) && this.distributed.has(relname)) this.groups.tables.push(node);
    // The rows of a table without the column have no project.
    const hasProject = scope.ctes.has(relname) || this.distributed.has(relname);
    if (hasProject) scope.names.set(alias?.aliasname ?? relname, node);
    return node;
  }

  #from(node: Tree, scope: Scope): void {
    const [kind, body] = Object.entries(node)[0] as [string, Tree];
    if (kind === 'RangeVar') this.#table(body, scope);
    else if (kind === 'RangeSubselect') {
      const { aliasname } = (body.alias ?? { aliasname: 'unnamed' }) as { aliasname: string };
      const result = this.query(body.subquery as Tree, scope);
      if (result !== null) scope.names.set(aliasname, result);
    } else if (kind === 'JoinExpr') {
      this.#from(body.larg as Tree, scope);
      const before = new Set(scope.names.values());
      this.#from(body.rarg as Tree, scope);
      const isByProject = listOf(body.usingClause).some((each) => stringOf(each) === 'project_id');
      const right = [...scope.names.values()].find((each) => !before.has(each));
      if (isByProject) this.groups.join([...before].at(-1) ?? null, right ?? null);
      if (body.quals) this.#conditions(body.quals, scope);
    }
  }

  /** The project of inserted rows is a parameter, or that of the rows that are selected. */
  #insert(body: Tree, scope: Scope, into: string): void {
    const at = listOf(body.cols).findIndex((each) => (each.ResTarget as Tree).name === 'project_id');
    const source = body.selectStmt as { readonly SelectStmt: Tree } | undefined;
    if (!source) return;
    const result = this.query(source, scope);
    const values = listOf(source.SelectStmt.valuesLists).map((row) => listOf((row.List as Tree).items)[at]);
    const selected = (listOf(source.SelectStmt.targetList)[at]?.ResTarget as Tree | undefined)?.val as Tree | undefined;
    if (at < 0) return;
    // Rows with a parameter each may belong to several projects.
    const projects = new Set([...values, selected].flatMap((value) => (value && parameterOf(value)) ?? []));
    if (projects.size === 1) this.groups.join(into, [...projects][0]!);
    if (values.length === 0 && (!selected || parameterOf(selected) === null)) this.groups.join(into, result);
  }

  /** Equalities of two project ids, or of one with a parameter; queries within are walked. */
  #conditions(node: unknown, scope: Scope): void {
    if (Array.isArray(node)) for (const each of node) this.#conditions(each, scope);
    else if (node !== null && typeof node === 'object')
      for (const [kind, body] of Object.entries(node as Tree)) {
        if (kind === 'SelectStmt') this.query({ SelectStmt: body as Tree }, scope);
        else if (kind === 'SubLink') this.#subquery(body as Tree, scope);
        else {
          if (kind === 'A_Expr') this.#equality(body as Tree, scope);
          this.#conditions(body, scope);
        }
      }
  }

  #subquery({ testexpr, subselect }: Tree, scope: Scope): void {
    const result = this.query(subselect as Tree, scope);
    const [tested] = partsOf(testexpr as Tree | undefined).flatMap((part) => this.#projectOf(part, scope) ?? []);
    if (tested !== undefined) this.groups.join(tested, result);
    this.#conditions(testexpr, scope);
  }

  #equality({ kind, name, lexpr, rexpr }: Tree, scope: Scope): void {
    if (kind !== 'AEXPR_OP' || stringOf(listOf(name)[0] ?? {}) !== '=') return;
    const [left, right] = [partsOf(lexpr as Tree), partsOf(rexpr as Tree)];
    for (const [n, part] of left.entries()) {
      const [one, other] = [this.#projectOf(part, scope), this.#projectOf(right[n]!, scope)];
      if (one !== null) this.groups.join(one, other ?? parameterOf(right[n]!));
      else if (other !== null) this.groups.join(other, parameterOf(part));
    }
  }

  /** The node of `x.project_id`. */
  #projectOf(node: Tree | undefined, scope: Scope): string | null {
    const fields = listOf((node?.ColumnRef as Tree | undefined)?.fields).map(stringOf);
    if (fields.at(-1) !== 'project_id') return null;
    for (let at: Scope | null = scope; at !== null; at = at.outer) {
      const found = fields.length > 1 ? at.names.get(fields.at(-2)!) : [...at.names.values()][0];
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The project of what is selected: of a column `project_id`, or of all columns. */
  #result(targets: unknown, scope: Scope): string | null {
    const columns = listOf(targets).map(({ ResTarget }) => ResTarget as { name?: string; val: Tree });
    const given = columns.find(({ name }) => name === 'project_id');
    const found = given && parameterOf(given.val);
    if (found) return found;
    for (const { val } of columns) {
      const fields = listOf((val.ColumnRef as Tree | undefined)?.fields);
      const node =
        fields.at(-1)?.A_Star === undefined ? this.#projectOf(val, scope) : this.#projectOfAll(fields, scope);
      if (node !== null) return node;
    }
    return null;
  }

  /** Project of `x.*` or `*`. */
  #projectOfAll(fields: readonly Tree[], { names }: Scope): string | null {
    return (fields.length > 1 ? names.get(stringOf(fields[0]!)) : [...names.values()][0]) ?? null;
  }
}

const listOf = (value: unknown): readonly Tree[] => (Array.isArray(value) ? (value as Tree[]) : []);
const stringOf = (node: Tree): string => String((node.String as Tree | undefined)?.sval ?? '');
const partsOf = (node: Tree | undefined): readonly Tree[] =>
  node?.RowExpr ? listOf((node.RowExpr as Tree).args) : node ? [node] : [];

function parameterOf(node: Tree): string | null {
  const inner = node.TypeCast ? ((node.TypeCast as Tree).arg as Tree) : node;
  return inner.ParamRef ? `$${String((inner.ParamRef as Tree).number)}` : null;
}
