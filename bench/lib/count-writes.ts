import type pg from 'pg';

/** What PostgreSQL wrote to its log for each message, in the message's own transaction. */
export interface Writes {
  bytes: number;
  /** Bytes of other transactions meanwhile: presence, and what was shown to whom. */
  beside: number;
  /** The part of `bytes` that are whole pages: each page is logged whole once after a checkpoint. */
  wholePages: number;
  records: number;
  rowLocks: number;
  inserted: Record<string, number>;
  updated: Record<string, number>;
  /** Updates that wrote no index entry. */
  hot: Record<string, number>;
  /** New entries, by index. */
  entries: Record<string, number>;
}

interface Group {
  own: boolean;
  kind: string;
  relation: string;
  records: number;
  bytes: number;
  pages: number;
}

/** Reads the log of `work`, which sends this many messages. Needs the extension `pg_walinspect`, and nothing beside. */
export async function countWrites(pool: pg.Pool, messages: number, work: () => Promise<unknown>): Promise<Writes> {
  const readEnd = async (): Promise<string> =>
    (await pool.query<{ end: string }>('select pg_current_wal_flush_lsn() as end')).rows[0]?.end ?? '';
  const [from] = [await readEnd(), await work()];
  const to = await readEnd();
  const { rows: all } = await pool.query<Group>(
    `with records as (
       select l.*, resource_manager || '/' || record_type as kind, coalesce(c.relname, '') as relation
         from pg_get_wal_records_info($1, $2) l
         left join pg_class c on pg_relation_filenode(c.oid) = substring(block_ref from 'rel \\d+/\\d+/(\\d+)')::oid)
     select xid = '0' or xid in (select xid from records where relation = 'messages' and kind like 'Heap/%') as own,
            kind, relation, count(*)::int as records, sum(record_length)::int as bytes, sum(fpi_length)::int as pages
       from records group by 1, 2, 3 order by 3`,
    [from, to],
  );
  const rows = all.filter(({ own }) => own);
  const sum = (fits: RegExp, read = (group: Group): number => group.records): number =>
    rows.filter(({ kind }) => fits.test(kind)).reduce((total, group) => total + read(group), 0) / messages;
  const by = (fits: RegExp): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { kind, relation, records } of rows)
      if (fits.test(kind)) counts[relation] = (counts[relation] ?? 0) + records / messages;
    return counts;
  };
  return {
    bytes: sum(/./, ({ bytes }) => bytes),
    beside: all.filter(({ own }) => !own).reduce((bytes, group) => bytes + group.bytes, 0) / messages,
    wholePages: sum(/./, ({ pages }) => pages),
    records: sum(/./),
    rowLocks: sum(/^Heap\/LOCK|^Heap2\/LOCK_UPDATED/),
    inserted: by(/^Heap\/INSERT/),
    updated: by(/^Heap\/(HOT_)?UPDATE/),
    hot: by(/^Heap\/HOT_UPDATE/),
    entries: by(/^Btree\/(INSERT_LEAF|INSERT_POST|SPLIT)|^Gin\/INSERT|^BRIN\/(INSERT|SAMEPAGE_UPDATE)/),
  };
}

export const total = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Starts to count the statements of the database. */
export async function resetStatements(pool: pg.Pool): Promise<void> {
  await pool.query('select pg_stat_statements_reset()');
}

/** Lists the texts of the statements that ran for each of these messages, as PostgreSQL keeps them. */
export async function listStatements(pool: pg.Pool, messages: number) {
  const { rows } = await pool.query<{ text: string; calls: number; bytes: number }>(
    `select query as text, calls::float8 / $1 as calls, wal_bytes::float8 / $1 as bytes
       from pg_stat_statements join pg_database d on d.oid = dbid
      where datname = current_database() and toplevel and calls >= $1 order by wal_bytes desc, query`,
    [messages],
  );
  return rows;
}
