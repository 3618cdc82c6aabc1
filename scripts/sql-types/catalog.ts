import type pg from 'pg';

import { type Tree, lastName, parseStatement } from './tree.ts';

export interface Fact {
  nullable: boolean;
  /** Undefined if any text is possible. */
  texts?: readonly string[] | undefined;
  /** The origin as `table.column`. */
  origin?: string | undefined;
}

export interface Catalog {
  /** Columns of tables and views in order, by the relation's name; outside of `public` as `schema.name`. */
  relations: Map<string, Map<string, Fact>>;
  /** Arrays end in `[]`. */
  types: Map<number, string>;
}

const readColumns = `
  select n.nspname as schema, c.relname as relation, a.attname as name, a.attnotnull as present
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'v') and n.nspname in ('public', 'pg_catalog', 'graphile_worker') and a.attnum > 0 and not a.attisdropped
   order by c.oid, a.attnum`;

const readTypes = `
  select t.oid::int, case when e.oid is null then t.typname else e.typname || '[]' end as name
    from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'`;

const readChecks = `
  select c.relname as relation, a.attname as name, pg_get_expr(k.conbin, k.conrelid) as condition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey) and a.atttypid = 'text'::regtype
   where k.contype = 'c' and c.relnamespace = 'public'::regnamespace`;

export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const relations: Catalog['relations'] = new Map();
  const columns = await client.query<{ schema: string; relation: string; name: string; present: boolean }>(readColumns);
  for (const { schema, relation, name, present } of columns.rows) {
    const key = schema === 'public' ? relation : `${schema}.${relation}`;
    const facts = relations.get(key) ?? new Map<string, Fact>();
    relations.set(key, facts.set(name, { nullable: !present, origin: `${key}.${name}` }));
  }
  const checks = await client.query<{ relation: string; name: string; condition: string }>(readChecks);
  for (const { relation, name, condition } of checks.rows) {
    const texts = textsAllowed(parseStatement(`select ${condition}`).SelectStmt?.targetList?.[0], name);
    const fact = relations.get(relation)?.get(name);
    if (texts && fact) fact.texts = texts;
  }
  const types = await client.query<{ oid: number; name: string }>(readTypes);
  return { relations, types: new Map(types.rows.map(({ oid, name }) => [oid, name])) };
}

/** Lists the texts that a condition allows for a column, by `=`, `= any (array […])`, and `and` and `or` of these. */
function textsAllowed(node: Tree | undefined, column: string): string[] | undefined {
  if (node?.ResTarget?.val) return textsAllowed(node.ResTarget.val, column);
  if (node?.BoolExpr?.boolop === 'AND_EXPR') {
    return node.BoolExpr.args?.map((arg) => textsAllowed(arg, column)).find((texts) => texts !== undefined);
  }
  if (node?.BoolExpr?.boolop === 'OR_EXPR') {
    const each = node.BoolExpr.args?.map((arg) => textsAllowed(arg, column)) ?? [];
    return each.every((texts) => texts !== undefined) ? [...new Set(each.flat())] : undefined;
  }
  const compared = node?.A_Expr;
  const [left, right]: (Tree | undefined)[] = [compared?.lexpr, compared?.rexpr];
  if (lastName(compared?.name) !== '=' || lastName(left?.ColumnRef?.fields) !== column) return undefined;
  const texts = (right?.A_ArrayExpr?.elements ?? [right]).map((element) => findText(element));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function findText(node: Tree | undefined): string | undefined {
  return node?.TypeCast?.arg ? findText(node.TypeCast.arg) : node?.A_Const?.sval?.sval;
}
