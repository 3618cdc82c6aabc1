import type pg from 'pg';

/** Returns a database's schema as text: tables, constraints, indexes, views, rules, functions, triggers, in a fixed order. */
export async function describeSchema(client: pg.Pool | pg.Client): Promise<string> {
  const blocks: string[] = [];
  for (const query of [tables, constraints, indexes, views, rules, functions, triggers]) {
    const { rows } = await client.query<{ line: string }>(query);
    blocks.push(rows.map((row) => row.line).join('\n'));
  }
  return `-- The result of migrations/, written and checked by tests/schema.test.ts. Do not edit.\n\n${blocks.join('\n\n')}\n`;
}

const own = `c.relnamespace = 'public'::regnamespace`;

const tables = `
  select 'create table ' || c.relname || E' (\\n' || string_agg(
           '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end ||
           coalesce(case a.attgenerated when '' then ' default ' || pg_get_expr(d.adbin, d.adrelid)
                                        else ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored' end, ''),
           E',\\n' order by a.attnum) || E'\\n)' || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') || ';' as line
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relkind = 'r' and ${own} group by c.relname, c.reloptions order by c.relname`;

const constraints = `
  select 'alter table ' || c.relname || ' add constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) || ';' as line
    from pg_constraint k join pg_class c on c.oid = k.conrelid where ${own} and k.contype <> 'n' order by c.relname, k.conname`;

const indexes = `
  select pg_get_indexdef(i.indexrelid) || ';' as line
    from pg_index i join pg_class c on c.oid = i.indexrelid
   where ${own} and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid) order by c.relname`;

const views = `
  select 'create view ' || c.relname || ' as' || E'\\n' || pg_get_viewdef(c.oid) as line
    from pg_class c where c.relkind = 'v' and ${own} order by c.relname`;

const rules = `
  select pg_get_ruledef(r.oid) as line
    from pg_rewrite r join pg_class c on c.oid = r.ev_class where r.rulename <> '_RETURN' and ${own} order by c.relname, r.rulename`;

const functions = `
  select pg_get_functiondef(p.oid) || ';' as line from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
     and not exists (select 1 from pg_depend e where e.objid = p.oid and e.deptype = 'e') order by p.proname`;

const triggers = `
  select pg_get_triggerdef(t.oid) || ';' as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and ${own} order by c.relname, t.tgname`;
