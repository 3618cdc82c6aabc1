import { describe, expect, it } from 'vitest';

import { loadStatements } from '../scripts/sql-types/load-statements.ts';
import { parseStatement, parserLoaded } from '../scripts/sql-types/tree.ts';
import { tables } from '../server/modules.ts';
import { composedStatements } from './support/composed-statements.ts';
import { listTableColumns, findTables } from './support/sql-tables.ts';
import { foreignReads, foreignWrites } from './table-ownership.data.ts';

await parserLoaded;
const statements = [...(await loadStatements()), ...composedStatements];
const accesses = statements.map(({ name, text }) => {
  const isForeign = (table: string): boolean => table in tables && tables[table]?.owner !== module;
  const module = name.slice(0, name.indexOf('.'));
  const { reads, writes } = findTables(parseStatement(text));
  return { name, module, reads: [...reads].filter(isForeign), writes: [...writes].filter(isForeign) };
});

describe('the list of tables', () => {
  it('names every table of the schema, with one of its columns as its key', () => {
    const columns = listTableColumns();
    expect(Object.keys(tables).sort()).toEqual([...columns.keys()].sort());
    const wrong = Object.entries(tables).filter(
      ([table, { key }]) => key !== null && !columns.get(table)?.includes(key),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a module', () => {
  it('writes tables of another module only if that is listed', () => {
    const writing = accesses.filter(({ writes }) => writes.length > 0);
    expect(writing.map(({ name }) => name).sort()).toEqual(Object.keys(foreignWrites).sort());
  });

  it('reads tables of another module only if that is listed with its reason', () => {
    const reading = new Set(accesses.flatMap(({ module, reads }) => reads.map((table) => `${module} ${table}`)));
    expect([...reading].sort()).toEqual(Object.keys(foreignReads).sort());
  });
});
