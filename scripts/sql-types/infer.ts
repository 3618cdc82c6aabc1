import type { SelectStmt, WithClause } from 'libpg-query';

import type { Catalog, Fact } from './catalog.ts';
import { type Tree, lastName, getNames } from './tree.ts';

type Columns = Map<string, Fact>;

interface Relation {
  alias: string;
  columns: Columns;
}

interface Scope {
  catalog: Catalog;
  nullableParameter(number: number): boolean;
  ctes: Map<string, Columns>;
  relations: Relation[];
  /** Columns that the conditions make non-null, as `alias.column` or `column`. */
  kept: Set<string>;
  outer?: Scope;
}

const unknown: Fact = { nullable: true };
const present: Fact = { nullable: false };
const nothing: Fact = { nullable: true, texts: [] };

// Functions that never return null.
const never = new Set(['count', 'now', 'row_number', 'rank', 'set_config', 'gen_random_uuid']);
// Functions that return null only for a null argument.
const strict = new Set(
  `encode decode md5 lower upper char_length abs round floor extract date_part make_interval hashtext hashtextextended
   pg_advisory_xact_lock pg_try_advisory_xact_lock`.split(/\s+/),
);

/** Infers the nullability and possible texts of a statement's result columns, by name and in order. */
export function inferColumns(
  tree: Tree,
  catalog: Catalog,
  nullableParameter: (number: number) => boolean,
): Map<string, Fact> {
  return inferStatement(tree, { catalog, nullableParameter, ctes: new Map(), relations: [], kept: new Set() });
}

function inferStatement(tree: Tree, outer: Scope): Columns {
  if (tree.SelectStmt) return inferSelect(tree.SelectStmt, outer);
  const writing = tree.InsertStmt ?? tree.UpdateStmt ?? tree.DeleteStmt;
  const scope = inner(outer, writing?.withClause);
  if (!writing?.relation) return new Map();
  const sources = tree.UpdateStmt?.fromClause ?? tree.DeleteStmt?.usingClause ?? [];
  scope.relations = [{ RangeVar: writing.relation }, ...sources].flatMap((source) => findRelations(source, scope));
  keep(tree.UpdateStmt?.whereClause ?? tree.DeleteStmt?.whereClause, scope);
  return targets(writing.returningClause?.exprs, scope);
}

function inferSelect(select: SelectStmt, outer: Scope): Columns {
  const scope = inner(outer, select.withClause);
  if (select.larg && select.rarg) {
    const [left, right] = [inferSelect(select.larg, scope), [...inferSelect(select.rarg, scope).values()]];
    return new Map([...left].map(([name, fact], index) => [name, either([fact, right[index] ?? unknown])]));
  }
  scope.relations = (select.fromClause ?? []).flatMap((source) => findRelations(source, scope));
  keep(select.whereClause, scope);
  if (!select.valuesLists) return targets(select.targetList, scope);
  const rows = select.valuesLists.map((row: Tree) => row.List?.items?.map((item) => inferFact(item, scope)) ?? []);
  return new Map(rows[0]?.map((_, index) => [`column${index + 1}`, either(rows.map((row) => row[index] ?? unknown))]));
}

function inner(outer: Scope, withClause: WithClause | undefined): Scope {
  const scope: Scope = { ...outer, outer, ctes: new Map(outer.ctes), relations: [], kept: new Set() };
  for (const node of withClause?.ctes ?? []) {
    const cte = (node as Tree).CommonTableExpr;
    if (cte?.ctequery)
      scope.ctes.set(cte.ctename ?? '', renameColumns(inferStatement(cte.ctequery, scope), cte.aliascolnames));
  }
  return scope;
}

function renameColumns(columns: Columns, names: readonly Tree[] = []): Columns {
  return new Map([...columns].map(([name, fact], index) => [names[index]?.String?.sval ?? name, fact]));
}

function findRelations(source: Tree, scope: Scope): Relation[] {
  if (source.RangeVar) {
    const { relname = '', schemaname, alias } = source.RangeVar;
    const found = schemaname
      ? scope.catalog.relations.get(`${schemaname}.${relname}`)
      : (scope.ctes.get(relname) ??
        scope.catalog.relations.get(relname) ??
        scope.catalog.relations.get(`pg_catalog.${relname}`));
    const columns = renameColumns(found ?? new Map<string, Fact>(), alias?.colnames);
    return [{ alias: alias?.aliasname ?? relname, columns }];
  }
  if (source.RangeSubselect?.subquery) {
    const { subquery, alias } = source.RangeSubselect;
    return [
      { alias: alias?.aliasname ?? '', columns: renameColumns(inferStatement(subquery, scope), alias?.colnames) },
    ];
  }
  if (source.RangeFunction) return [relationOfFunction(source.RangeFunction)];
  const join = source.JoinExpr;
  if (!join?.larg || !join.rarg) return [];
  const maybeLeft = join.jointype === 'JOIN_RIGHT' || join.jointype === 'JOIN_FULL';
  const maybeRight = join.jointype === 'JOIN_LEFT' || join.jointype === 'JOIN_FULL';
  // A condition inside an optional side holds only if that side has a row.
  const apart = (maybe: boolean): Scope => (maybe ? { ...scope, kept: new Set() } : scope);
  const left = findRelations(join.larg, apart(maybeLeft));
  const right = findRelations(join.rarg, apart(maybeRight));
  if (!maybeLeft && !maybeRight) {
    keep(join.quals, scope);
    for (const name of getNames(join.usingClause))
      for (const { columns } of [...left, ...right]) markPresent(columns, name);
  }
  return [...(maybeLeft ? left.map(absent) : left), ...(maybeRight ? right.map(absent) : right)];
}

/** Makes all columns of a relation nullable, as on an outer join's side that may have no row. */
function absent({ alias, columns }: Relation): Relation {
  return { alias, columns: new Map([...columns].map(([name, fact]) => [name, { ...fact, nullable: true }])) };
}

function markPresent(columns: Columns, name: string): void {
  const fact = columns.get(name);
  if (fact) columns.set(name, { ...fact, nullable: false });
}

function relationOfFunction({
  alias,
  coldeflist = [],
  ordinality = false,
}: NonNullable<Tree['RangeFunction']>): Relation {
  const name = alias?.aliasname ?? '';
  const defined = coldeflist.map((node: Tree) => node.ColumnDef?.colname ?? '');
  const named = alias?.colnames ? getNames(alias.colnames) : [name];
  const columns = (defined.length > 0 ? defined : named).map((column): [string, Fact] => [column, unknown]);
  const last = columns.at(-1);
  if (ordinality && last) last[1] = present;
  return { alias: name, columns: new Map(columns) };
}

/** Records columns that a condition makes non-null, by any comparison or by `is not null`. */
function keep(condition: Tree | undefined, scope: Scope): void {
  if (condition?.BoolExpr?.boolop === 'AND_EXPR') for (const arg of condition.BoolExpr.args ?? []) keep(arg, scope);
  const test = condition?.NullTest;
  const compared = condition?.A_Expr;
  const nodes: (Tree | undefined)[] = test?.nulltesttype === 'IS_NOT_NULL' ? [test.arg] : [];
  const kinds = new Set(['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN']);
  if (compared && kinds.has(compared.kind ?? '') && /^[<>=]+$/.test(lastName(compared.name)))
    nodes.push(compared.lexpr, compared.rexpr);
  for (const node of nodes) for (const path of columnsNeeded(node)) scope.kept.add(path);
}

function columnsNeeded(node: Tree | undefined): string[] {
  if (node?.ColumnRef) return [getNames(node.ColumnRef.fields).join('.')];
  if (node?.TypeCast) return columnsNeeded(node.TypeCast.arg);
  if (!strict.has(lastName(node?.FuncCall?.funcname))) return [];
  return node?.FuncCall?.args?.flatMap((arg) => columnsNeeded(arg)) ?? [];
}

function targets(list: readonly Tree[] | undefined, scope: Scope): Columns {
  const columns: Columns = new Map();
  for (const { ResTarget: target } of list ?? []) {
    const value: Tree | undefined = target?.val;
    const path = getNames(value?.ColumnRef?.fields);
    if (path.at(-1) === '*') {
      for (const { alias, columns: all } of scope.relations)
        if (path.length === 1 || alias === path[0]) for (const [name, fact] of all) columns.set(name, fact);
    } else if (value) {
      columns.set(target?.name ?? deriveName(value), inferFact(value, scope));
    }
  }
  return columns;
}

function deriveName(node: Tree): string {
  if (node.ColumnRef) return lastName(node.ColumnRef.fields);
  if (node.FuncCall) return lastName(node.FuncCall.funcname);
  if (node.TypeCast?.arg) return deriveName(node.TypeCast.arg);
  if (node.CoalesceExpr) return 'coalesce';
  return node.SubLink?.subLinkType === 'EXISTS_SUBLINK' ? 'exists' : '?column?';
}

function inferFact(node: Tree, scope: Scope): Fact {
  if (node.ColumnRef) return inferColumnFact(getNames(node.ColumnRef.fields), scope);
  if (node.ParamRef) return { nullable: scope.nullableParameter(node.ParamRef.number ?? 0) };
  if (node.A_Const) {
    const text = node.A_Const.sval?.sval;
    return node.A_Const.isnull ? nothing : { nullable: false, texts: text === undefined ? undefined : [text] };
  }
  if (node.TypeCast?.arg) return inferFact(node.TypeCast.arg, scope);
  if (node.SubLink) return inferSubLinkFact(node.SubLink, scope);
  if (node.FuncCall) {
    const name = lastName(node.FuncCall.funcname);
    return strict.has(name) ? all(node.FuncCall.args, scope) : { nullable: !never.has(name) };
  }
  if (node.CoalesceExpr) return firstPresent(node.CoalesceExpr.args, scope);
  if (node.MinMaxExpr) return { nullable: firstPresent(node.MinMaxExpr.args, scope).nullable };
  if (node.BoolExpr) return all(node.BoolExpr.args, scope);
  if (node.A_Expr) return inferOperatorFact(node.A_Expr, scope);
  if (node.CaseExpr) {
    const results = (node.CaseExpr.args ?? []).map((arg: Tree) => arg.CaseWhen?.result);
    return either([...results, node.CaseExpr.defresult].map((result) => (result ? inferFact(result, scope) : nothing)));
  }
  if (node.NullTest ?? node.BooleanTest ?? node.A_ArrayExpr ?? node.SQLValueFunction) return present;
  return node.RowExpr ? all(node.RowExpr.args, scope) : unknown;
}

function inferColumnFact(path: readonly string[], scope: Scope): Fact {
  const name = path.at(-1) ?? '';
  const alias = path.at(-2);
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const found = at.relations.find((one) => (alias ? one.alias === alias : one.columns.has(name)))?.columns.get(name);
    if (found) return at.kept.has(path.join('.')) ? { ...found, nullable: false } : found;
  }
  return unknown;
}

function inferSubLinkFact({ subLinkType, subselect, testexpr }: NonNullable<Tree['SubLink']>, scope: Scope): Fact {
  if (subLinkType === 'EXISTS_SUBLINK' || subLinkType === 'ARRAY_SUBLINK') return present;
  const [answer = unknown] = subselect ? inferStatement(subselect, scope).values() : [];
  if (subLinkType === 'ANY_SUBLINK' || subLinkType === 'ALL_SUBLINK') {
    return { nullable: answer.nullable || (testexpr ? inferFact(testexpr, scope).nullable : true) };
  }
  const select = (subselect as Tree | undefined)?.SelectStmt;
  const alwaysOneRow = select?.targetList?.some((node: Tree) => isCount(node.ResTarget?.val)) && !select.groupClause;
  return { ...answer, nullable: !alwaysOneRow || answer.nullable };
}

function isCount(node: Tree | undefined): boolean {
  if (node?.TypeCast) return isCount(node.TypeCast.arg);
  return lastName(node?.FuncCall?.funcname) === 'count';
}

function inferOperatorFact({ kind, name, lexpr, rexpr }: NonNullable<Tree['A_Expr']>, scope: Scope): Fact {
  if (kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT') return present;
  if (kind === 'AEXPR_NULLIF' || (lastName(name).startsWith('-') && lastName(name) !== '-')) return unknown;
  const sides = [lexpr, rexpr].flatMap((side: Tree | undefined) => side?.List?.items ?? (side ? [side] : []));
  return all(sides, scope);
}

function all(nodes: readonly Tree[] | undefined, scope: Scope): Fact {
  return { nullable: (nodes ?? []).some((node) => inferFact(node, scope).nullable) };
}

function firstPresent(nodes: readonly Tree[] | undefined, scope: Scope): Fact {
  const facts = (nodes ?? []).map((node) => inferFact(node, scope));
  return { ...either(facts), nullable: facts.every(({ nullable }) => nullable) };
}

function either(facts: readonly Fact[]): Fact {
  const texts = facts.every((fact) => fact.texts) ? [...new Set(facts.flatMap((fact) => fact.texts ?? []))] : undefined;
  const [first, ...others] = facts;
  const origin = others.every((fact) => fact.origin === first?.origin) ? first?.origin : undefined;
  return { nullable: facts.some(({ nullable }) => nullable), texts, origin };
}
