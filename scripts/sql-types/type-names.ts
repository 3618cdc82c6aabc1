import type { Fact } from './catalog.ts';
import { columnTypes, idTypes, jsonColumns } from './column-types.data.ts';
import { type Tree, lastName, getParameterNumber, walk } from './tree.ts';

const scalars: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  uuid: 'string',
  date: 'string',
  void: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer',
};

const restricted = new Map([
  ...columnTypes.flatMap(({ type, columns }) => columns.map((column) => [column, type] as const)),
  ...jsonColumns.map((column) => [column, `JsonColumn<'${column}'>`] as const),
]);

const idTypesByName = new Map(
  Object.entries(idTypes).flatMap(([type, names]) => names.map((name) => [name, type] as const)),
);

/** Returns the type of a value of a column or parameter of this name; an id is told by its name. */
function typeOfValue(type: string, name: string): string {
  if (type.endsWith('[]')) return `${typeOfValue(type.slice(0, -2), name)}[]`;
  const noun = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/_ids?$/, '');
  return (type === 'uuid' ? idTypesByName.get(noun) : undefined) ?? getScalar(type);
}

/** Throws for a type that is not listed. */
export function typeOfColumn(type: string, name: string, fact: Fact): string {
  const some = restricted.get(fact.origin ?? '') ?? textsOrScalar(type, fact.origin?.split('.').at(-1) ?? name, fact);
  return fact.nullable && some !== 'unknown' ? `${some} | null` : some;
}

function textsOrScalar(type: string, name: string, { texts }: Fact): string {
  if (texts?.length && scalars[type] === 'string') return texts.map((text) => `'${text}'`).join(' | ');
  if (type === 'json' || type === 'jsonb') return 'unknown';
  return typeOfValue(type, name);
}

/** Returns the type of a parameter. JSON has the shape in which the statement reads it. */
export function typeOfParameter(type: string, name: string, number: number, tree: Tree): string {
  if (type === 'json' || type === 'jsonb') return jsonShape(tree, number) ?? 'Json';
  if (type.endsWith('[]')) return `readonly (${typeOfValue(type.slice(0, -2), name)} | null)[]`;
  return typeOfValue(type, name);
}

function getScalar(type: string): string {
  const scalar = scalars[type];
  if (!scalar)
    throw new Error(`type ${type} has no TypeScript type: cast it, or add it to scripts/sql-types/type-names.ts`);
  return scalar;
}

function jsonShape(tree: Tree, number: number): string | undefined {
  for (const { RangeFunction: source } of walk(tree)) {
    const call = (source?.functions?.[0] as Tree | undefined)?.List?.items?.[0] as Tree | undefined;
    if (getParameterNumber(call?.FuncCall?.args?.[0]) !== number) continue;
    const name = lastName(call?.FuncCall?.funcname);
    if (/^jsonb?_array_elements_text$/.test(name)) return 'readonly string[]';
    if (!/^jsonb?_to_recordset$/.test(name)) continue;
    const fields = (source?.coldeflist ?? []).map((node: Tree) => {
      const { colname = '', typeName: type } = node.ColumnDef ?? {};
      const scalar = jsonType(lastName(type?.names), colname);
      return `${colname}: ${type?.arrayBounds ? `readonly ${scalar}[]` : scalar} | null`;
    });
    const short = `readonly { ${fields.join('; ')} }[]`;
    return short.length < 80 ? short : `readonly {\n${fields.map((field) => `        ${field};\n`).join('')}      }[]`;
  }
  return undefined;
}

function jsonType(type: string, name: string): string {
  if (type === 'json' || type === 'jsonb') return 'Json';
  // JSON has neither timestamps nor bytes; both are sent as strings.
  if (type === 'bytea') return 'string';
  return typeOfValue(type, name);
}
