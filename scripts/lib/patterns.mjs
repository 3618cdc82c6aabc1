// Finds the regular expressions of a file and checks that they take linear time, from any start in any text.
import { readFileSync, writeFileSync } from 'node:fs';

import { check } from 'recheck';
import { parseSync } from 'vite';

/** Expected on the expression's line or the line above, with a reason. */
const excuse = /\/\/ superlinear-ok: \S/;

/** Most checks take milliseconds; a pattern that takes longer than this is too complicated. */
const timeoutMs = 60_000;

/** Finds literals, calls of `RegExp`, and schema patterns without an excuse. An interpolated part counts as a digit. */
export function findPatterns(path, text) {
  const lines = text.split('\n');
  const patterns = [];
  const add = (node, source, flags = '') => {
    const line = text.slice(0, node.start).split('\n').length;
    const excused = excuse.test(lines[line - 1]) || excuse.test(lines[line - 2] ?? '');
    if (source !== undefined && !excused) patterns.push({ line, source, flags });
  };
  visit(parseSync(path, text).program, (node) => {
    if (node.type === 'Literal' && node.regex) add(node, node.regex.pattern, node.regex.flags);
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && node.callee.name === 'RegExp')
      add(node, readText(node.arguments[0]), readText(node.arguments[1]));
    if (node.type === 'Property' && node.key.name === 'pattern') add(node, readText(node.value));
  });
  return patterns;
}

function readText(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TaggedTemplateExpression') return readText(node.quasi);
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('1');
  return undefined;
}

function visit(node, report) {
  if (Array.isArray(node)) for (const one of node) visit(one, report);
  if (typeof node?.type !== 'string') return;
  report(node);
  for (const child of Object.values(node)) if (typeof child === 'object') visit(child, report);
}

/**
 * True if a pattern is slow on a text: the checker may be wrong where it has no proof, as with assertions. Its attacks
 * need a billion steps, so the pattern is compared with one that takes thirty steps from each start: a busy machine
 * slows down both.
 */
function isSlow(source, flags, text) {
  const measureTime = (pattern) => {
    const began = performance.now();
    new RegExp(pattern, flags).test(text);
    return performance.now() - began;
  };
  return [1, 2].every(() => measureTime(source) > Math.max(20, 60 * measureTime('[^]{30}(?!)')));
}

/** Describes a pattern's growth in time, with a text that shows it. Undefined if it takes linear time. */
export async function judgePattern({ source, flags }) {
  const { status, complexity, attack } = await check(source, flags, { timeout: timeoutMs, randomSeed: 1 });
  if (status === 'safe' || (complexity?.isFuzz && !isSlow(source, flags, attack.string))) return undefined;
  return status === 'unknown' ? 'is too complicated to be judged' : `${complexity.summary}, as for ${attack.pattern}`;
}

/** Judging all patterns takes half a minute, so the linear ones are kept. A slow test judges each of them again. */
const file = new URL('linear-patterns.json', import.meta.url);
const { version } = JSON.parse(
  readFileSync(new URL('../../node_modules/recheck/package.json', import.meta.url), 'utf8'),
);

/** Returns the patterns that this version of the judge has found linear, as they are written. */
export function readKept() {
  const { judge, linear } = JSON.parse(readFileSync(file, 'utf8'));
  return new Set(judge === version ? linear : []);
}

export function keepLinear(linear) {
  writeFileSync(file, `${JSON.stringify({ judge: version, linear: [...linear].toSorted() }, null, 2)}\n`);
}
