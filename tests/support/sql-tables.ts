import { readFileSync } from 'node:fs';

import { parseSync } from 'libpg-query';

import { type Tree, walk } from '../../scripts/sql-types/tree.ts';

/** Finds the tables that a statement reads and writes, by name; outside of `public` as `schema.name`. */
export function findTables(tree: Tree): { reads: Set<string>; writes: Set<string> } {
  const nodes = [...walk(tree)];
  const ctes = new Set(nodes.map((node) => node.CommonTableExpr?.ctename));
  const targets = new Set<unknown>(
    nodes.map((node) => (node.InsertStmt ?? node.UpdateStmt ?? node.DeleteStmt)?.relation),
  );
  // `for update of p` names an alias.
  const aliases = new Set<unknown>(nodes.flatMap((node) => [...walk(node.LockingClause?.lockedRels)]));
  const reads = new Set<string>();
  const writes = new Set<string>();
  for (const node of nodes as { relname?: string; schemaname?: string }[]) {
    if (node.relname === undefined || aliases.has(node)) continue;
    if (ctes.has(node.relname) && !targets.has(node)) continue;
    const name = node.schemaname ? `${node.schemaname}.${node.relname}` : node.relname;
    (targets.has(node) ? writes : reads).add(name);
  }
  return { reads, writes };
}

/** Lists the columns of every table in `schema.sql`. */
export function listTableColumns(): Map<string, string[]> {
  const schema = parseSync(readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8'));
  const columns = new Map<string, string[]>();
  for (const { stmt } of schema.stmts ?? []) {
    const table = (stmt as Tree).CreateStmt;
    const names = table?.tableElts?.flatMap((element: Tree) => element.ColumnDef?.colname ?? []);
    if (table) columns.set(table.relation?.relname ?? '', names ?? []);
  }
  return columns;
}
