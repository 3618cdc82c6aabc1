import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { parseSync } from '@swc/core';

/** A file's top-level declaration: the strings in its code and the declarations that it refers to. */
interface Declaration {
  strings: Set<string>;
  references: Set<string>;
}

type Node = Record<string, unknown> & { type: string };

/**
 * A graph of the top-level declarations of all TypeScript files below `folders` and their references. It approximates
 * which code can call which. Types are left out.
 */
export class SymbolGraph {
  readonly #declarations = new Map<string, Declaration>();

  constructor(root: string, folders: readonly string[]) {
    for (const folder of folders) for (const path of filesBelow(root, folder)) this.#read(root, path);
  }

  /** All strings in a declaration and in those that it reaches. `follows` can stop at a declaration (`file#name`). */
  stringsReachableFrom(start: string, follows: (id: string) => boolean = () => true): Set<string> {
    if (!this.#declarations.has(start)) throw new Error(`there is no ${start}`);
    const reached = new Set([start]);
    const strings = new Set<string>();
    for (const id of reached) {
      const declaration = this.#declarations.get(id);
      for (const string of declaration?.strings ?? []) strings.add(string);
      for (const next of declaration?.references ?? []) if (follows(next)) reached.add(next);
    }
    return strings;
  }

  #read(root: string, path: string): void {
    const source = readFileSync(join(root, path), 'utf8');
    const { body } = parseSync(source, { syntax: 'typescript', target: 'es2022' }) as unknown as { body: Node[] };
    const imported = new Map<string, string>();
    for (const item of body) if (item.type === 'ImportDeclaration') readImports(item, path, imported);
    const declared = body.flatMap(listDeclarations);
    const names = new Set(declared.map(({ name }) => name));
    for (const { name, node } of declared) {
      const declaration: Declaration = { strings: new Set(), references: new Set() };
      walk(node, (found) => {
        if (found.type === 'StringLiteral') declaration.strings.add(String(found['value']));
        if (found.type !== 'Identifier') return;
        const identifier = String(found['value']);
        const target = names.has(identifier) ? `${path}#${identifier}` : imported.get(identifier);
        if (target) declaration.references.add(target);
      });
      this.#declarations.set(`${path}#${name}`, declaration);
    }
  }
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(root, path);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

function readImports(item: Node, path: string, imported: Map<string, string>): void {
  const source = String((item['source'] as Node)['value']);
  if (item['typeOnly'] === true || !source.startsWith('.')) return;
  const target = normalize(join(dirname(path), source));
  for (const specifier of item['specifiers'] as Node[]) {
    const local = String((specifier['local'] as Node)['value']);
    const original = specifier['imported'] as Node | null | undefined;
    if (specifier['isTypeOnly'] !== true) imported.set(local, `${target}#${String(original?.['value'] ?? local)}`);
  }
}

function listDeclarations(item: Node): { name: string; node: Node }[] {
  const node = (item.type === 'ExportDeclaration' ? item['declaration'] : item) as Node;
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
    return [{ name: String((node['identifier'] as Node)['value']), node }];
  if (node.type !== 'VariableDeclaration') return [];
  return (node['declarations'] as Node[]).map((each) => ({ name: String((each['id'] as Node)['value']), node: each }));
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return value.forEach((each) => walk(each, visit));
  const node = value as Node;
  if (typeof node.type === 'string') {
    // Types are not code.
    if (
      node.type.startsWith('Ts') &&
      !['TsAsExpression', 'TsNonNullExpression', 'TsSatisfiesExpression'].includes(node.type)
    )
      return;
    visit(node);
  }
  for (const [key, child] of Object.entries(node)) if (key !== 'typeAnnotation') walk(child, visit);
}
