import { readFileSync, readdirSync } from 'node:fs';

import { type Constraint, parseSync } from 'libpg-query';
import { describe, expect, it } from 'vitest';

import { loadStatements } from '../scripts/sql-types/load-statements.ts';
import { type Tree, parseStatement, parserLoaded, walk } from '../scripts/sql-types/tree.ts';
import { backgroundWork, memberPaths, searches } from './spread-exceptions.data.ts';
import { composedStatements } from './support/composed-statements.ts';
import { rulesBroken } from './support/spread-rules.ts';
import { listTableColumns } from './support/sql-tables.ts';

await parserLoaded;
const columns = listTableColumns();
const broken = (text: string): number[] => rulesBroken(parseStatement(text), columns);

/** Lists a migration's violations of rule 10 of docs/spread-rules.md. */
function migrationFaults(statements: readonly Tree[]): string[] {
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

describe('the rules for spread tables (docs/spread-rules.md)', () => {
  it('are kept by every statement except those listed with the rules that they break', async () => {
    const lists = [memberPaths, searches, ...backgroundWork.map(({ statements }) => statements)];
    const listed = lists.flatMap((list) => Object.entries(list));
    const breaking: Record<string, Set<number>> = {};
    for (const { name, text } of [...(await loadStatements()), ...composedStatements])
      for (const rule of broken(text)) (breaking[name] ??= new Set()).add(rule);
    const found = Object.entries(breaking).map(([name, rules]) => [name, [...rules].toSorted()] as const);
    const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => one.localeCompare(other);
    expect(found.toSorted(byName)).toEqual(listed.toSorted(byName));
  });

  it('are kept by every migration (rule 10)', () => {
    const folder = new URL('../migrations/', import.meta.url);
    const breaking = readdirSync(folder).filter((name) => {
      const { stmts = [] } = parseSync(readFileSync(new URL(name, folder), 'utf8'));
      return migrationFaults(stmts.map(({ stmt }) => stmt as Tree)).length > 0;
    });
    expect(breaking).toEqual([]);
  });

  it.each([
    [[], 'select name from profiles where member_id = $1'],
    [[], 'select name from profiles where member_id = any($1)'],
    [[], 'select p.name from profiles p join members m using (member_id) where m.member_id = $1'],
    [
      [],
      'select (select count(*) from photos h where h.member_id = m.member_id) from members m where m.member_id = $1',
    ],
    [[], 'select m.seq from messages m join conversations c using (conversation_id) where c.conversation_id = $1'],
    [
      [],
      'with mine as (select member_id from members where member_id = $1) select p.name from profiles p join mine using (member_id)',
    ],
    [[], 'insert into likes_given (member_id, receiver_id, created_at) values ($1, $2, $3)'],
    [[], 'select t.member_id from tokens t where t.token_hash = $1'],
    [[], 'select bundle_id, amount from bundle_prices'],
    [[1], 'select name from profiles where name = $1'],
    [[1], 'select name from profiles where member_id = $1 or fictional'],
    [[1], 'select p.name from profiles p join members m using (member_id)'],
    [[1], 'select p.name from likes_given g join profiles p on p.member_id = g.receiver_id where g.member_id = $1'],
    [
      [1],
      'select p.name from profiles p where p.member_id = $1 and exists (select 1 from blocks b where b.member_id = $2)',
    ],
    [[1], 'select m.member_id from tokens t join members m using (member_id) where t.token_hash = $1'],
    [[1], 'select i.unread from inbox i join messages m using (conversation_id) where i.member_id = $1'],
    [[1], 'insert into wallets (member_id) select member_id from members on conflict do nothing'],
    [[1], 'delete from tokens where member_id = $1'],
    [[2], 'select p.name from profiles p join members m using (member_id) where m.member_id = $1 for update of p'],
    [
      [2, 3],
      'select w.balance from unnest($1::uuid[]) as m (member_id) join wallets w using (member_id) for update of w',
    ],
    [
      [3],
      'with use as (select * from unnest($1::uuid[]) as u (lot_id)) update lots set credits_left = 0 from use where lots.lot_id = use.lot_id and member_id = $2',
    ],
    [[4], 'select exists (select from blocks where member_id = $1)'],
    [
      [4],
      'update profiles set (town, region) = (select town, region from profiles where member_id = $1) where member_id = $1',
    ],
    [[4], 'insert into lots (member_id, lot_id) select $1, lot_id from lots where member_id = $1'],
    [
      [],
      'insert into blocks (member_id, blocked_id) select member_id, by_id from blocked_by where member_id = $1 on conflict do nothing',
    ],
    [[4], 'update photos set photo_id = coalesce($2, gen_random_uuid()) where member_id = $1'],
    [
      [4],
      'select h.member_id from unnest($1::uuid[]) as m (member_id) cross join lateral (select h.member_id from photos h where h.member_id = m.member_id limit 1) as h',
    ],
    [[9], 'select tablename from pg_stats'],
  ])('find %j in: %s', (rules, text) => {
    expect(broken(text)).toEqual(rules);
  });

  it.each([
    [1, 'alter table photos add column note text, add constraint photos_note check (note <> $$$$)'],
    [1, 'alter table photos add column note text check (note <> $$$$)'],
    [1, 'create table notes (member_id uuid references members, constraint notes_pkey primary key (member_id))'],
    [
      0,
      'create table notes (member_id uuid primary key, constraint notes_member_fkey foreign key (member_id) references members)',
    ],
    [0, 'alter table photos add column note text; alter table photos add constraint photos_note check (note <> $$$$)'],
  ])('find %d faults in: %s', (count, text) => {
    const { stmts = [] } = parseSync(text);
    expect(migrationFaults(stmts.map(({ stmt }) => stmt as Tree))).toHaveLength(count);
  });
});
