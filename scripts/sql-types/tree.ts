import { type Node, loadModule, parseSync } from 'libpg-query';

type Kinds<Each> = Each extends unknown ? keyof Each : never;
type Inside<Each, Kind> = Each extends unknown ? (Kind extends keyof Each ? Each[Kind] : never) : never;

/** Exactly one key is set, which tells the node's kind. */
export type Tree = { [Kind in Kinds<Node>]?: Inside<Node, Kind> };

/** The parser is a WebAssembly module, synchronous once it is loaded. */
export const parserLoaded = loadModule();

/** Throws on a syntax error. */
export function parseStatement(text: string): Tree {
  const [only, ...more] = parseSync(text).stmts ?? [];
  if (!only?.stmt || more.length > 0) throw new Error(`not one statement: ${text}`);
  return only.stmt;
}

export function getNames(nodes: readonly Tree[] = []): string[] {
  return nodes.map((node) => node.String?.sval ?? '*');
}

/** Returns the last part of a name of a function, operator or type. */
export function lastName(nodes: readonly Tree[] = []): string {
  return getNames(nodes).at(-1) ?? '';
}

/** Yields every node below a value, parents first. */
export function* walk(value: unknown): Generator<Tree> {
  if (Array.isArray(value)) {
    for (const item of value) yield* walk(item);
  } else if (typeof value === 'object' && value !== null) {
    yield value as Tree;
    for (const item of Object.values(value)) yield* walk(item);
  }
}

/** Returns the number of a parameter, with or without a cast. */
export function getParameterNumber(node: Tree | undefined): number | undefined {
  return node?.ParamRef?.number ?? (node?.TypeCast?.arg ? getParameterNumber(node.TypeCast.arg) : undefined);
}
