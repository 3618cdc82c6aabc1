import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { CompatData, Identifier as Tree } from '@mdn/browser-compat-data';
import { type AnyNode, type Node, parse } from 'acorn';
import postcss, { type Rule } from 'postcss';

import { supportedBrowsers } from '../../scripts/supported-browsers.ts';

const data = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'),
) as CompatData;
const builtins = data.javascript['builtins'] as Tree;

const isAtMost = (version: string, floor: string): boolean => {
  const [a = [], b = []] = [version.replace('≤', ''), floor].map((text) => text.split('.').map(Number));
  return (a[0] ?? 0) < (b[0] ?? 0) || (a[0] === b[0] && (a[1] ?? 0) <= (b[1] ?? 0));
};

const getKeys = <Key extends string>(object: Record<Key, unknown>): Key[] => Object.keys(object) as Key[];

/** Lists the supported browsers that lack a feature or have it only under another name. */
function lackedBy({ __compat: compat }: Tree): string[] {
  if (!compat) return [];
  return getKeys(supportedBrowsers).flatMap((browser) => {
    const known = [compat.support[browser] ?? []].flat();
    const has = known.some(
      ({ version_added: since, prefix, alternative_name: other, flags }) =>
        !prefix &&
        !other &&
        !flags &&
        typeof since === 'string' &&
        since !== 'preview' &&
        isAtMost(since, supportedBrowsers[browser]),
    );
    return known.length === 0 || has ? [] : [browser];
  });
}

/** Globals and their functions by name; and for each method name, all objects that have such a method. */
const named = new Map<string, Tree>();
const methods = new Map<string, Tree[]>();
for (const [name, entry] of [data.api, builtins].flatMap((tree) => Object.entries(tree as Record<string, Tree>))) {
  if (!entry.__compat) continue;
  named.set(name, named.get(name) ?? entry);
  for (const [key, member] of Object.entries(entry as Record<string, Tree>)) {
    const own = key.replace(/_static$/, '');
    if (!member.__compat) continue;
    if (own !== key || name in builtins) named.set(`${name}.${own}`, member);
    if (own === key) methods.set(own, [...(methods.get(own) ?? []), member]);
  }
}

const getChildren = (node: Node): AnyNode[] =>
  Object.values(node)
    .flat()
    .filter((value): value is AnyNode => typeof (value as Node | null)?.type === 'string');

const globalObjects = new Set(['window', 'globalThis', 'self', 'document', 'navigator']);

/**
 * Lists the features that a script uses without a check: globals, their functions, and calls of methods that no object
 * in a supported browser has. Calls with `?.()` and uses after `typeof` count as checked. Throws on syntax newer than
 * ES2022, which all supported browsers have.
 */
export function listScriptUses(source: string): string[] {
  const root = parse(source, { ecmaVersion: 2022, sourceType: 'module' });
  const declared = new Set<string>();
  const found = new Set<string>();
  const free: string[] = [];
  const use = (name: string, entries: readonly Tree[]): void => {
    if (entries.length > 0 && entries.every((entry) => lackedBy(entry).length > 0)) found.add(name);
  };
  const declare = (node: AnyNode | null | undefined): void => {
    if (node?.type === 'Identifier') declared.add(node.name);
    else if (node) for (const child of getChildren(node)) declare(child);
  };
  const visit = (node: AnyNode, parent: AnyNode): void => {
    if (node.type === 'VariableDeclarator') declare(node.id);
    if ('params' in node) for (const parameter of node.params) declare(parameter);
    if ('id' in node && /^(Function|Class)/.test(node.type)) declare(node.id);
    if (node.type === 'CatchClause') declare(node.param);
    if ('local' in node && node.type.startsWith('Import')) declare(node.local);
    const isLookedFor =
      (parent.type === 'UnaryExpression' && parent.operator === 'typeof') ||
      (parent.type === 'CallExpression' && parent.callee === node && parent.optional);
    if (node.type === 'Identifier' && !isLookedFor && !isNameOnly(node, parent)) free.push(node.name);
    if (node.type === 'MemberExpression' && node.property.type === 'Identifier' && !node.computed && !isLookedFor) {
      const { name } = node.property;
      const owner = node.object.type === 'Identifier' ? node.object.name : '';
      const own = named.get(`${owner}.${name}`) ?? (globalObjects.has(owner) ? named.get(name) : undefined);
      const isCalled = parent.type === 'CallExpression' && parent.callee === node;
      if (own) use(`${owner}.${name}`, [own]);
      else if (isCalled && node.object.type !== 'ThisExpression') use(`.${name}()`, methods.get(name) ?? []);
    }
    for (const child of getChildren(node)) visit(child, node);
  };
  visit(root, root);
  for (const name of free) if (!declared.has(name)) use(name, [named.get(name) ?? []].flat());
  return [...found];
}

/** True if an identifier is the name of a member rather than a variable. */
function isNameOnly(node: AnyNode, parent: AnyNode): boolean {
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  return 'key' in parent && parent.key === node && !('computed' in parent && parent.computed);
}

/** Finds a unit of length. Units relative to containers or to the browser's bars are listed as groups. */
function lengthUnit(unit: string): Tree | undefined {
  const length = data.css.types?.['length'] as Tree | undefined;
  const group = unit.startsWith('cq') ? 'container_query_length_units' : /^[dls]v/.exec(unit)?.[0];
  const groups: Record<string, string> = { dv: 'dynamic', lv: 'large', sv: 'small' };
  return length?.[group && group in groups ? `viewport_percentage_units_${groups[group]}` : (group ?? unit)];
}

/** Lists the features of a style sheet that a supported browser lacks: properties, values, selectors and at-rules. */
export function listStyleUses(source: string): string[] {
  const found = new Set<string>();
  const use = (name: string, entry: Tree | undefined): void => {
    if (entry && lackedBy(entry).length > 0) found.add(name);
  };
  const { properties, selectors, types, 'at-rules': atRules } = data.css as Record<string, Tree>;
  const sheet = postcss.parse(source);
  sheet.walkDecls(({ prop, value, parent }) => {
    const hasPrefixed = (parent as Rule).nodes.some((other) => 'prop' in other && other.prop === `-webkit-${prop}`);
    const property = properties?.[prop];
    if (!hasPrefixed && !prop.startsWith('-')) {
      use(prop, property);
      if (!found.has(prop)) use(`${prop}: ${value}`, property?.[value]);
    }
    for (const [, name = '', from] of value.matchAll(/([a-z][\w-]*)\((from )?/g)) {
      const type = types?.[name] ?? types?.['color']?.[name];
      use(`${name}()`, type);
      if (from) use(`${name}(from)`, type?.['relative_syntax']);
    }
    for (const [, unit = ''] of value.matchAll(/(?<![\w#-])[\d.]+([a-z]+)/g)) use(unit, lengthUnit(unit));
  });
  sheet.walkRules(({ selector, parent }) => {
    for (const [, name = ''] of selector.matchAll(/(?<!\\):([a-z][a-z-]*)/g)) use(`:${name}`, selectors?.[name]);
    if (parent?.type === 'rule' || /(?<!\\)&/.test(selector)) use('&', selectors?.['nesting']);
  });
  sheet.walkAtRules(({ name, params }) => {
    use(`@${name}`, atRules?.[name]);
    if (name === 'media' && /[<>]/.test(params)) use('@media (<)', atRules?.['media']?.['range_syntax']);
    for (const [, feature = ''] of params.matchAll(/\(([a-z-]+)/g))
      use(`@${name} (${feature})`, atRules?.[name]?.[feature]);
  });
  return [...found];
}

/** Lists the paths below a folder that end with `end`. */
export const filesBelow = (folder: string, end: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));
