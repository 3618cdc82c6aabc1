import type { Statements } from './statements.gen.ts';

/** PostgreSQL prepares it once per connection under its name. `Row` and `Params` exist only as types. */
export interface Statement<Row, Params> {
  name: string;
  /** The text as PostgreSQL gets it, with `$1` to `$n`. */
  text: string;
  /** The names of its parameters, in the order of `$1` to `$n`. */
  names: readonly string[];
  nullable: readonly string[];
  json: readonly string[];
  present: readonly string[];
  values?: unknown[];
  row?: Row;
  params?: Params;
}

/** A statement that is composed for one call, with its values; PostgreSQL does not keep it. */
export type Composed<Row> = Statement<Row, undefined> & { values: unknown[] };

export type RowOf<S> = S extends Statement<infer Row, unknown> ? Row : never;

export type Given<Params> = Params extends undefined ? [] : [params: Params];

export const statements = new Map<string, Statement<unknown, unknown>>();

/**
 * Declares `module.verb-noun` with `$camelCase` parameters: `$name?` may be null, `$name::json` or `$name::jsonb` is
 * sent as JSON. Types are generated (`npm run types:sql`). `present` columns are never null although PostgreSQL cannot
 * know it. Throws when the name is taken, or when a parameter is numbered.
 */
export function statement<Name extends keyof Statements>(
  name: Name,
  text: string,
  options?: { present: readonly Extract<keyof Statements[Name]['row'], string>[] },
): Statement<Statements[Name]['row'], Statements[Name]['params']>;
export function statement(
  name: string,
  text: string,
  options: { present: readonly string[] } = { present: [] },
): Statement<unknown, unknown> {
  if (statements.has(name)) throw new Error(`statement ${name} is declared twice`);
  const declared: Statement<unknown, unknown> = { name, ...numberParameters(text), present: options.present };
  statements.set(name, declared);
  return declared;
}

// Skips strings, quoted names, comments and dollar quotes; matches a parameter with its marks.
const tokens =
  // superlinear-ok: reads the product's own statements, once each, when a process starts.
  /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]*)\$[\s\S]*?\$\1\$|\$([a-z][A-Za-z0-9]*)(\?(?![|&]))?(::jsonb?\b)?/g;

export function numberParameters(
  source: string,
): Pick<Statement<unknown, unknown>, 'text' | 'names' | 'nullable' | 'json'> {
  const names: string[] = [];
  const nullable = new Set<string>();
  const json = new Set<string>();
  const text = source.replaceAll(tokens, (...match: (string | undefined)[]) => {
    const [whole = '', , name, mayBeNull, asJson = ''] = match;
    if (name === undefined) return whole;
    if (!names.includes(name)) names.push(name);
    if (mayBeNull) nullable.add(name);
    if (asJson) json.add(name);
    return `$${names.indexOf(name) + 1}${asJson}`;
  });
  if (/\$\d/.test(source.replaceAll(tokens, ''))) throw new Error(`a statement numbers its parameters: ${source}`);
  return { text, names, nullable: [...nullable], json: [...json] };
}

/** Makes a statement of a text that is composed at run time, with `$1` to `$n` and their values. */
export function composeStatement<Row = never>(text: string, values: unknown[] = []): Composed<Row> {
  return { name: '', text, names: [], nullable: [], json: [], present: [], values };
}

export function bindValues(declared: Statement<unknown, unknown>, given: unknown): unknown[] {
  if (given === undefined) return declared.values ?? [];
  const params = given as Record<string, unknown>;
  return declared.names.map((name) => {
    const value = params[name];
    return value !== null && declared.json.includes(name) ? JSON.stringify(value) : value;
  });
}
