import { type Tree, lastName, walk } from '../../scripts/sql-types/tree.ts';
import { tables } from '../../server/modules.ts';
import { findKeyFault } from './spread-keys.ts';

/** Lists the rules of docs/spread-rules.md that a statement breaks, by number, in order. */
export function rulesBroken(tree: Tree, columns: ReadonlyMap<string, readonly string[]>): number[] {
  const nodes = [...walk(tree)];
  const lists = findLists(nodes);
  const broken: [number, boolean][] = [
    [1, findKeyFault(tree, columns) !== undefined],
    [2, nodes.some((node) => locksMoreThanOneTable(node))],
    [3, nodes.some((node) => joinsTableWithList(node, lists))],
    [4, nodes.some((node) => cannotBeRouted(node))],
    [9, nodes.some((node) => node.RangeVar?.relname === 'pg_stats')],
  ];
  return broken.filter(([, isBroken]) => isBroken).map(([rule]) => rule);
}

function locksMoreThanOneTable({ SelectStmt: select }: Tree): boolean {
  if (!select?.lockingClause) return false;
  const [only, ...more] = (select.fromClause ?? []) as Tree[];
  return !only?.RangeVar || more.length > 0;
}

/** Lists the sources of a FROM, with joins split. */
function listSources(sources: readonly Tree[]): Tree[] {
  return sources.flatMap((source) => {
    const { larg, rarg } = source.JoinExpr ?? {};
    return larg && rarg ? listSources([larg, rarg]) : [source];
  });
}

/** Finds the names of `with` parts that are lists, whose rows come from a function. */
function findLists(nodes: readonly Tree[]): Set<string> {
  const lists = nodes.flatMap(({ CommonTableExpr: cte }) => {
    const from = listSources((cte?.ctequery as Tree | undefined)?.SelectStmt?.fromClause ?? []);
    return from.some((source) => source.RangeFunction) ? (cte?.ctename ?? []) : [];
  });
  return new Set(lists);
}

function joinsTableWithList(node: Tree, lists: ReadonlySet<string>): boolean {
  const target = (node.UpdateStmt ?? node.DeleteStmt)?.relation;
  const from = node.SelectStmt?.fromClause ?? node.UpdateStmt?.fromClause ?? node.DeleteStmt?.usingClause ?? [];
  const sources = listSources(from);
  const names = [target, ...sources.map((source) => source.RangeVar)].map((range) => range?.relname ?? '');
  const hasList = sources.some((source) => source.RangeFunction) || names.some((name) => lists.has(name));
  return hasList && names.some((name) => !lists.has(name) && tables[name]?.key);
}

function cannotBeRouted(node: Tree): boolean {
  const { SelectStmt: select, InsertStmt: insert } = node;
  if (select && !select.targetList && !select.valuesLists && !select.larg) return true;
  if (node.MultiAssignRef) return true;
  const from = (insert?.selectStmt as Tree | undefined)?.SelectStmt;
  // If every conflict is ignored, constraint errors do not matter.
  if (from && !from.valuesLists && insert?.onConflictClause?.action !== 'ONCONFLICT_NOTHING') return true;
  const sources = listSources(select?.fromClause ?? []);
  if (sources.some((source) => source.RangeFunction) && sources.some((source) => isLimitedLateral(source))) return true;
  const chosen = node.CaseExpr ?? node.CoalesceExpr;
  return [...walk(chosen)].some((inside) => volatile.has(lastName(inside.FuncCall?.funcname)));
}

function isLimitedLateral({ RangeSubselect: source }: Tree): boolean {
  return Boolean(source?.lateral && (source.subquery as Tree | undefined)?.SelectStmt?.limitCount);
}

const volatile = new Set([
  'random',
  'gen_random_uuid',
  'clock_timestamp',
  'nextval',
  'pg_advisory_xact_lock',
  'pg_try_advisory_xact_lock',
]);
