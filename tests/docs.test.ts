import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { calls } from '../contract/calls.ts';
import { routeNames } from '../web/platform/pages/route-table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const documents = files.filter((path) => path.endsWith('.md') && existsSync(join(root, path)));
const fileNames = new Set(files.map((path) => basename(path)));
const packageFolders = 'contract|locales|server|web|demo|mocks|migrations|bench|tests|scripts|docs|deploy';
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Reads the document without code blocks, which contain examples. */
const readText = (path: string): string => readFileSync(join(root, path), 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '');

/** Lists the sentences of more than 45 words. A list item and a cell of a table end a sentence, as a paragraph does. */
function listLongSentences(text: string): string[] {
  return text
    .replace(/\]\([^)\n]*\)/g, ']')
    .split(/\n(?=\s*\n| *(?:[-*>#]|\d+\.) )|\|/)
    .flatMap((part) => part.split(/(?<=[.!?][")\]*”]{0,3})\s+/))
    .filter((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length > 45);
}

/** Lists paths and file names in backticks. Names with placeholders (`<name>.ts`, `*.ts`) are not matched. */
function namedPaths(text: string): string[] {
  return [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*|[\w][\w.-]*\.(?:tsx?|mjs|sql|md))`/g)].map(([, path = '']) => path);
}

/** True if a path exists, from the root or beside the document. A bare name may belong to any file. */
function isKnown(path: string, folder: string): boolean {
  if (!path.includes('/')) return fileNames.has(path);
  const isPath = new RegExp(`^(${packageFolders})/`).test(path) || /\.(tsx?|mjs|sql|md)$/.test(path);
  return !isPath || ['', 'server', 'web', folder].some((base) => existsSync(join(root, base, path)));
}

describe('the documentation', () => {
  it.each(documents)('%s names only files that exist', (document) => {
    const missing = namedPaths(readText(document)).filter((path) => !isKnown(path, dirname(document)));
    expect(missing).toEqual([]);
  });

  it.each(documents)('%s has no dead link', (path) => {
    const links = [...readText(path).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, target = '']) => target);
    expect(links.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
  });

  it.each(documents)('%s names only commands that exist', (path) => {
    const names = [...readText(path).matchAll(/`npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(documents)('%s has no sentence of more than 45 words', (path) => {
    expect(listLongSentences(readText(path))).toEqual([]);
  });

  it.each(documents.filter((path) => !path.startsWith('docs/words/')))(
    '%s keeps to the terms of the glossary',
    (path) => {
      const own = readText(path).replace(/"[^"\n]*"/g, '');
      expect(own.match(/\be-mails?\b|\banswers? (with )?\d|\b(does|did) not answer\b/gi) ?? []).toEqual([]);
    },
  );

  it('states the true numbers of operations, routes and tables', () => {
    const tables = readText('schema.sql').match(/^create table /gim) ?? [];
    expect(readText('README.md')).toContain(
      `${Object.keys(calls).length} operations, the browser has ${routeNames.length} routes, the database ${tables.length} tables`,
    );
  });

  it('names only events of the log that exist', () => {
    const [, log = ''] = readText('docs/operations.md').split('### The log\n');
    const rows = (log.split('### ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    const code = sources.filter((path) => path.startsWith('server/')).map((path) => readText(path));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !code.some((text) => text.includes(`event: '${name}'`)))).toEqual([]);
  });

  it('gives every decision a number of its own', () => {
    const numbers = documents.flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });
});

const sources = files.filter((path) => /^(contract|server|web)\/.*\.tsx?$/.test(path) && existsSync(join(root, path)));
const programs = files.filter(
  (path) =>
    /^(contract|server|web|bench|mocks|demo|scripts|tests)\/.*\.(tsx?|mjs)$/.test(path) && existsSync(join(root, path)),
);

/** A doc comment and the name of the function below it: a declaration, or a constant that is an arrow function. */
const describedFunction = new RegExp(
  String.raw`^ */\*\*(?<text>(?:(?!\*/)[^])*)\*/\n *(?:export )?(?:default )?` +
    String.raw`(?:(?:async )?function\*? (?<declared>\w+)|` +
    String.raw`const (?<constant>\w+)(?:: [^\n]+?)? = (?:async )?(?:<[^\n]*>)?(?:\w+ =>|\((?!\[)(?:[^\n]*=>|\{?\n)))`,
  'gm',
);
/** “Returns”, “Finds”, “True if”. Types of parameters in a script say enough. */
const verb = /^(?:[A-Z][a-z]+(?:-[a-z]+)?s|True|@\w+)\b/;
/** The nouns and other words that end like a verb. One that slips through belongs here. */
const noVerbs = new Set(
  [
    'This Its Always Sometimes Has Does Accounts Attributes Controls Credits Days Differences Elements Errors Events',
    'Faults Fields Forms Hours Ids Inputs Keys Members Messages Methods Numbers Pages Paths Payments Photos Prices',
    'Readers Responses Results Sites Steps Texts Towns Values Variables Visitors Words',
  ].flatMap((line) => line.split(' ')),
);

/** Lists the lines of the file that are comments or end with one, with their numbers. */
function listComments(path: string): { line: string; at: number }[] {
  return readText(path)
    .split('\n')
    .flatMap((line, at) => (/^\s*(\/\*\*|\*|\/\/)|\s\/\/ /.test(line) ? [{ line, at: at + 1 }] : []));
}

describe('the comments', () => {
  it('name only files that exist', () => {
    const missing = sources.flatMap((path) =>
      listComments(path).flatMap(({ line, at }) =>
        namedPaths(line)
          .filter((name) => /\.\w+$/.test(name) && !isKnown(name, dirname(path)))
          .map((name) => `${path}:${at}: ${name}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('have lines of at most 120 columns', () => {
    const long = sources.flatMap((path) =>
      listComments(path).flatMap(({ line, at }) => ([...line].length > 120 ? [`${path}:${at}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it('above a function that is no component begin with its verb', () => {
    const wrong = programs.flatMap((path) =>
      [...readText(path).matchAll(describedFunction)].flatMap(({ groups: { text = '', declared, constant } = {} }) => {
        const name = declared ?? constant ?? '';
        const words = text.replace(/^[\s*]+/, '');
        const isFine = /^[A-Z]/.test(name) || (verb.test(words) && !noVerbs.has(words.split(/\W/, 1)[0] ?? ''));
        return isFine ? [] : [`${path}, ${name}: ${words.slice(0, 60)}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});
