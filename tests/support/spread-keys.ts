import { type Tree, lastName, getNames, walk } from '../../scripts/sql-types/tree.ts';
import { tables } from '../../server/modules.ts';

/** A mention of a table that is spread over machines, with the value of its key. */
interface Mention {
  table: string;
  value: string;
}

/** The columns of a relation, each with its value; equal values are held equal by the statement. */
type Values = Map<string, string | undefined>;

interface Relation {
  alias: string;
  values: Values;
}

interface Scope {
  relations: Relation[];
  ctes: Map<string, Values>;
  outer?: Scope;
}

/**
 * Checks that every spread table of a statement is held to one key, and that key to a given value (rule 1). Follows
 * equalities through joins, subqueries and `with`. Returns the fault, or undefined.
 */
export function findKeyFault(tree: Tree, columns: ReadonlyMap<string, readonly string[]>): string | undefined {
  const { mentions, same, given } = new Reading(columns).read(tree);
  if (mentions.length === 0) return undefined;
  const keys = new Set(mentions.map(({ value }) => same(value)));
  const places = new Set(mentions.map(({ table }) => tables[table]?.colocatedWith ?? table));
  const names = mentions.map(({ table }) => table).join(', ');
  if (keys.size > 1 || places.size > 1) return `${names}: not one key`;
  return given(mentions[0]?.value ?? '') ? undefined : `${names}: no key is given`;
}

class Reading {
  readonly #columns: ReadonlyMap<string, readonly string[]>;
  readonly #parents = new Map<string, string>();
  readonly #mentions: Mention[] = [];
  #relations = 0;

  constructor(columns: ReadonlyMap<string, readonly string[]>) {
    this.#columns = columns;
  }

  read(tree: Tree): { mentions: Mention[]; same(value: string): string; given(value: string): boolean } {
    this.#statement(tree);
    const same = (value: string): string => this.#root(value);
    const givens = new Set([...this.#parents.keys()].filter((value) => value.startsWith('given ')).map(same));
    return { mentions: this.#mentions, same, given: (value) => givens.has(same(value)) };
  }

  #root(value: string): string {
    const parent = this.#parents.get(value) ?? value;
    return parent === value ? value : this.#root(parent);
  }

  #join(one: string | undefined, other: string | undefined): void {
    if (one === undefined || other === undefined) return;
    for (const value of [one, other]) if (!this.#parents.has(value)) this.#parents.set(value, value);
    this.#parents.set(this.#root(one), this.#root(other));
  }

  #statement(tree: Tree, outer?: Scope): Values {
    const select = tree.SelectStmt;
    const writing = tree.InsertStmt ?? tree.UpdateStmt ?? tree.DeleteStmt;
    const scope: Scope = { relations: [], ctes: new Map(outer?.ctes), ...(outer ? { outer } : {}) };
    for (const node of (select ?? writing)?.withClause?.ctes ?? []) {
      const cte = (node as Tree).CommonTableExpr;
      if (cte?.ctequery) scope.ctes.set(cte.ctename ?? '', this.#statement(cte.ctequery, scope));
    }
    if (select?.larg && select.rarg) {
      this.#statement({ SelectStmt: select.rarg }, scope);
      return this.#statement({ SelectStmt: select.larg }, scope);
    }
    if (writing?.relation) scope.relations.push(this.#table(writing.relation, scope));
    const sources = select?.fromClause ?? tree.UpdateStmt?.fromClause ?? tree.DeleteStmt?.usingClause ?? [];
    for (const source of sources) scope.relations.push(...this.#source(source, scope));
    if (tree.InsertStmt) this.#insert(tree.InsertStmt, scope);
    this.#condition((select ?? tree.UpdateStmt ?? tree.DeleteStmt)?.whereClause, scope);
    const answer = select?.targetList ?? writing?.returningClause?.exprs ?? [];
    this.#subqueries([answer, tree.UpdateStmt?.targetList, select?.sortClause, select?.havingClause], scope);
    return this.#answer(answer, scope);
  }

  #insert({ relation, cols, selectStmt }: NonNullable<Tree['InsertStmt']>, scope: Scope): void {
    const target = scope.relations[0]?.values ?? new Map<string, string | undefined>();
    const names = cols ? cols.map((node: Tree) => node.ResTarget?.name ?? '') : [...target.keys()];
    if (!relation || !selectStmt) return;
    const rows = (selectStmt as Tree).SelectStmt?.valuesLists?.map((row: Tree) => row.List?.items ?? []);
    const answers = rows
      ? rows.map((row) => row.map((item) => this.#value(item, scope)))
      : [[...this.#statement(selectStmt, { ...scope, relations: [] }).values()]];
    for (const answer of answers)
      for (const [index, name] of names.entries()) this.#join(target.get(name), answer[index]);
  }

  #source(source: Tree, scope: Scope): Relation[] {
    if (source.RangeVar) return [this.#table(source.RangeVar, scope)];
    if (source.RangeSubselect?.subquery) {
      const { subquery, alias } = source.RangeSubselect;
      return [{ alias: alias?.aliasname ?? '', values: this.#statement(subquery, scope) }];
    }
    if (source.RangeFunction) {
      const { alias, coldeflist, functions } = source.RangeFunction;
      this.#subqueries(functions, scope);
      const names = coldeflist?.map((node: Tree) => node.ColumnDef?.colname ?? '') ?? getNames(alias?.colnames);
      return [{ alias: alias?.aliasname ?? '', values: this.#values('given', names) }];
    }
    const join = source.JoinExpr;
    if (!join?.larg || !join.rarg) return [];
    const left = this.#source(join.larg, scope);
    const right = this.#source(join.rarg, { ...scope, relations: [...scope.relations, ...left] });
    const both = [...left, ...right];
    for (const name of getNames(join.usingClause)) {
      const [first, ...others] = both.flatMap(({ values }) => values.get(name) ?? []);
      for (const other of others) this.#join(first, other);
    }
    this.#condition(join.quals, { ...scope, relations: [...scope.relations, ...both] });
    return both;
  }

  #table(range: NonNullable<Tree['RangeVar']>, scope: Scope): Relation {
    const { relname: table = '', schemaname, alias } = range;
    const values =
      (schemaname ? undefined : scope.ctes.get(table)) ?? this.#values('stored', this.#columns.get(table) ?? []);
    const key = scope.ctes.has(table) || schemaname ? undefined : tables[table]?.key;
    if (key) this.#mentions.push({ table, value: values.get(key) ?? '' });
    return { alias: alias?.aliasname ?? table, values };
  }

  #values(kind: string, names: readonly string[]): Values {
    this.#relations += 1;
    const values = new Map(names.map((name) => [name, `${kind} ${this.#relations}.${name}`] as const));
    for (const value of values.values()) this.#join(value, value);
    return values;
  }

  #answer(targets: readonly Tree[], scope: Scope): Values {
    const values: Values = new Map();
    for (const [index, { ResTarget: target }] of targets.entries()) {
      const node: Tree | undefined = target?.val;
      const path = getNames(node?.ColumnRef?.fields);
      if (path.at(-1) === '*') {
        for (const { alias, values: all } of scope.relations)
          if (path.length === 1 || alias === path[0]) for (const [name, value] of all) values.set(name, value);
      } else if (node) {
        values.set(target?.name ?? (path.at(-1) || `?${index}`), this.#value(node, scope));
      }
    }
    return values;
  }

  /** Holds equal the values that a condition compares, for each part of its `and`. */
  #condition(node: Tree | undefined, scope: Scope): void {
    if (node?.BoolExpr?.boolop === 'AND_EXPR') {
      for (const arg of node.BoolExpr.args ?? []) this.#condition(arg, scope);
      return;
    }
    const compared = node?.A_Expr;
    if (compared && lastName(compared.name) === '=') {
      const left: readonly (string | undefined)[] = this.#list(compared.lexpr, scope);
      const right =
        compared.kind === 'AEXPR_OP_ANY' || compared.kind === 'AEXPR_IN'
          ? [
              `given list ${JSON.stringify(compared.rexpr, (name, value: unknown) => (name === 'location' ? 0 : value))}`,
            ]
          : this.#list(compared.rexpr, scope);
      for (const [index, value] of left.entries()) this.#join(value, right[index]);
    }
    if (node?.SubLink?.subLinkType === 'ANY_SUBLINK' && node.SubLink.subselect) {
      const answer = [...this.#statement(node.SubLink.subselect, scope).values()];
      for (const [index, value] of this.#list(node.SubLink.testexpr, scope).entries()) this.#join(value, answer[index]);
      return;
    }
    this.#subqueries(compared ? [plain(compared.lexpr), plain(compared.rexpr)] : node, scope);
  }

  #list(node: Tree | undefined, scope: Scope): readonly (string | undefined)[] {
    if (node?.RowExpr) return (node.RowExpr.args ?? []).map((arg) => this.#value(arg, scope));
    if (node?.SubLink?.subselect && node.SubLink.subLinkType === 'EXPR_SUBLINK')
      return [...this.#statement(node.SubLink.subselect, scope).values()];
    return node ? [this.#value(node, scope)] : [];
  }

  #value(node: Tree, scope: Scope): string | undefined {
    if (node.TypeCast?.arg) return this.#value(node.TypeCast.arg, scope);
    if (node.ParamRef) return `given $${node.ParamRef.number ?? 0}`;
    if (node.A_Const && !node.A_Const.isnull) return `given ${JSON.stringify({ ...node.A_Const, location: 0 })}`;
    if (node.FuncCall?.args?.some((arg: Tree) => arg.ParamRef ?? arg.ColumnRef)) {
      // A function of given values, such as decode($1, 'hex'), is given.
      const args = node.FuncCall.args.map((arg) => this.#value(arg, scope));
      return args.every((arg) => arg?.startsWith('given ')) ? `given ${args.join(' ')}` : undefined;
    }
    const path = getNames(node.ColumnRef?.fields);
    const [name, alias] = [path.at(-1), path.at(-2)];
    if (name === undefined) return undefined;
    for (let at: Scope | undefined = scope; at; at = at.outer) {
      const found = at.relations.find((one) => (alias ? one.alias === alias : one.values.has(name)));
      if (found) return found.values.get(name);
    }
    return undefined;
  }

  #subqueries(value: unknown, scope: Scope): void {
    for (const subselect of outermost(value)) this.#statement(subselect, scope);
  }
}

/** Skips subqueries that `#list` has read. */
function plain(node: Tree | undefined): Tree | undefined {
  return node?.SubLink?.subLinkType === 'EXPR_SUBLINK' ? undefined : node;
}

/** Finds the outermost subqueries of expressions. */
function outermost(value: unknown): Tree[] {
  const found: Tree[] = [];
  const inside = new Set<unknown>();
  for (const node of walk(value)) {
    const subselect: Tree | undefined = node.SubLink?.subselect;
    if (!subselect || inside.has(node)) continue;
    found.push(subselect);
    for (const below of walk(subselect)) inside.add(below);
  }
  return found;
}
