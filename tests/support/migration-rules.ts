import type { Constraint } from 'libpg-query';

import { type Tree, walk } from '../../scripts/sql-types/tree.ts';

/** A migration's violations of rule 10 of docs/spread-rules.md. */
export function migrationFaults(statements: readonly Tree[]): string[] {
  return statements.flatMap((tree) => {
    const table = (tree.AlterTableStmt ?? tree.CreateStmt)?.relation?.relname ?? '';
    const unnamed = [...walk(tree)].flatMap(({ Constraint: constraint }) =>
      constraint && needsName(constraint) ? [`${table}: a constraint without a name`] : [],
    );
    const changes = (tree.AlterTableStmt?.cmds ?? []).map((node: Tree) => node.AlterTableCmd?.subtype);
    const both = changes.includes('AT_AddColumn') && changes.includes('AT_AddConstraint');
    return [...unnamed, ...(both ? [`${table}: add column and add constraint together`] : [])];
  });
}

const nameless = new Set(['CONSTR_CHECK', 'CONSTR_UNIQUE', 'CONSTR_FOREIGN', 'CONSTR_EXCLUSION']);

// PostgreSQL names the primary keys of new tables itself.
function needsName({ contype, conname }: Constraint): boolean {
  return nameless.has(contype ?? '') && !conname;
}
