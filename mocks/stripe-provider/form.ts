export type Value = string | Value[] | { [name: string]: Value };
export type Fields = { [name: string]: Value };

/** Parses the API's notation for objects in forms and queries: `a[b][0]=c`. */
export function readForm(text: string): Fields {
  const root = Object.create(null) as Fields;
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    let place = root;
    for (const part of path.slice(0, -1)) {
      place[part] ??= Object.create(null) as Fields;
      const next = place[part];
      if (typeof next !== 'object') break;
      place = next as Fields;
    }
    place[path.at(-1) ?? ''] = value;
  }
  return toLists(root) as Fields;
}

function toLists(value: Value): Value {
  if (typeof value === 'string') return value;
  const entries = Object.entries(value).map(([name, part]) => [name, toLists(part)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}

export const toText = (value: Value | undefined): string | null => (typeof value === 'string' ? value : null);

export const toTextList = (value: Value | undefined): string[] =>
  Array.isArray(value) ? value.filter((part) => typeof part === 'string') : [];

export const toFields = (value: Value | undefined): Fields =>
  typeof value === 'object' && !Array.isArray(value) ? value : {};

export const toTextFields = (value: Value | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(toFields(value)).map(([name, part]) => [name, toText(part) ?? '']));
