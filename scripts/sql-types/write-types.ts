import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type pg from 'pg';

import type { Statement } from '../../server/platform/database/statement.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { columnTypes, idTypes, jsonColumns } from './column-types.data.ts';
import { inferColumns } from './infer.ts';
import { parseStatement, parserLoaded } from './tree.ts';
import { typeOfColumn, typeOfParameter } from './type-names.ts';

type Declared = Pick<Statement<unknown, unknown>, 'name' | 'text' | 'names' | 'nullable' | 'json' | 'present'>;

const root = new URL('../../', import.meta.url);
export const typesPath = fileURLToPath(new URL('server/platform/database/statements.gen.ts', root));

/** Throws one error that names every faulty statement. */
export async function writeTypes(client: pg.Client, declared: Iterable<Declared>): Promise<string> {
  await parserLoaded;
  const catalog = await readCatalog(client);
  const entries: string[] = [];
  const faults: string[] = [];
  for (const statement of sortByName(declared)) {
    try {
      entries.push(await writeEntry(client, statement, catalog));
    } catch (error) {
      faults.push(`${statement.name}: ${(error as Error).message}`);
    }
  }
  if (faults.length > 0) throw new Error(`these statements have no types:\n${faults.join('\n')}`);
  const text = entries.join('');
  return `${firstLine()}${namesUsed(text)}\nexport interface Statements {\n${text}}\n`;
}

/** Lists the statements that changed since the file was written, without a database. */
export function findStale(declared: Iterable<Declared>, file = readFileSync(typesPath, 'utf8')): string[] {
  const now = new Map(sortByName(declared).map((statement) => [statement.name, computeMark(statement)]));
  const then = new Map([...file.matchAll(/^ {2}\/\/ (\w+)\n {2}'([^']+)'/gm)].map(([, mark, name]) => [name, mark]));
  const changed = [...now].filter(([name, mark]) => then.get(name) !== mark).map(([name]) => name);
  const gone = [...then.keys()].filter((name) => !now.has(name ?? '')).map(String);
  return [...(file.startsWith(firstLine()) ? [] : ['schema.sql, or the generator']), ...changed, ...gone];
}

function sortByName(declared: Iterable<Declared>): Declared[] {
  return [...declared].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function firstLine(): string {
  const schema = hash(
    readFileSync(new URL('schema.sql', root), 'utf8') + JSON.stringify([columnTypes, idTypes, jsonColumns]),
  );
  return `// Written by \`npm run types:sql\` from every statement and the schema (${schema}). Do not edit.\n`;
}

function namesUsed(entries: string): string {
  const uses = (name: string): boolean => new RegExp(`: (readonly )?${name}\\b`).test(entries);
  const imports = columnTypes
    .filter(({ type, from }) => from !== undefined && uses(type))
    .map(({ type, from }) => `import type { ${type} } from '../../../${from}';\n`);
  const owned = uses('JsonColumn') ? `import type { JsonColumn } from './json-columns.ts';\n` : '';
  const json = `\n/** Anything but null that JSON can hold. */\ntype Json = object | string | number | boolean;\n`;
  const ids = `import type {} from '../../../contract/platform/id.ts';\n`;
  return `${ids}${imports.join('')}${owned}${uses('Json') ? json : ''}`;
}

function computeMark({ text, names, nullable, json, present }: Declared): string {
  return hash(JSON.stringify([text, names, nullable, json, present]));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

async function writeEntry(client: pg.Client, statement: Declared, { relations, types }: Catalog): Promise<string> {
  const { name, text, names, nullable, json, present } = statement;
  const tree = parseStatement(text);
  const { parameters, columns } = await describeStatement(client, text);
  const typeName = (type: number): string => types.get(type) ?? String(type);
  const params = names.map((param, index) => {
    const type = typeName(parameters[index] ?? 0);
    if (type.startsWith('json') !== json.includes(param))
      throw new Error(`$${param} is ${type}: write $${param}::json or ::jsonb where, and only where, it is JSON`);
    return `${param}: ${typeOfParameter(type, param, index + 1, tree)}${nullable.includes(param) ? ' | null' : ''}`;
  });
  const isNullable = (number: number): boolean => nullable.includes(names[number - 1] ?? '');
  const facts = inferColumns(tree, { relations, types }, isNullable);
  const unknown = present.filter((column) => !columns.some((one) => one.name === column));
  if (unknown.length > 0) throw new Error(`it has no column ${unknown.join(', ')}`);
  const row = columns.map((column) => {
    const fact = facts.get(column.name) ?? { nullable: true };
    if (present.includes(column.name)) {
      if (!fact.nullable) throw new Error(`${column.name} need not be called present`);
      return `${key(column.name)}: ${typeOfColumn(typeName(column.type), column.name, { ...fact, nullable: false })}`;
    }
    return `${key(column.name)}: ${typeOfColumn(typeName(column.type), column.name, fact)}`;
  });
  const [paramsType, rowType] = [objectType(params) ?? 'undefined', objectType(row) ?? 'never'];
  return `  // ${computeMark(statement)}\n  '${name}': {\n    params: ${paramsType};\n    row: ${rowType};\n  };\n`;
}

function objectType(fields: readonly string[]): string | undefined {
  if (fields.length === 0) return undefined;
  const short = `{ ${fields.join('; ')} }`;
  return short.length < 100 ? short : `{\n${fields.map((field) => `      ${field};\n`).join('')}    }`;
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`;
}

interface Connection {
  parse(query: { name: string; text: string; types: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
}

/** PostgreSQL's description of a statement: the type oids of its parameters and columns. */
interface Description {
  parameters: number[];
  columns: { name: string; type: number }[];
}

/** Describes a statement without running it. The client must not pipeline. Rejects with PostgreSQL's error. */
function describeStatement(client: pg.Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    const description: Description = { parameters: [], columns: [] };
    const query = {
      submit(connection: Connection) {
        connection.once('parameterDescription', ({ dataTypeIDs }) => {
          description.parameters = dataTypeIDs;
        });
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        description.columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      // The client drops a query that failed: it is not told when the connection is ready again.
      handleError: reject,
      handleReadyForQuery: () => resolve(description),
    };
    client.query(query as unknown as pg.Submittable);
  });
}
