import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { operations } from '../contract/index.ts';
import type { Operation } from '../contract/platform/operation.ts';
import type { AppContext } from '../server/context.ts';
import type { Module } from '../server/module.ts';
import type { WebModule } from '../web/platform/web-module.ts';
import { commands, declared, forms, handlers, jobHandlers, limits, modules, tables } from '../server/modules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = ['contract', 'locales', 'server', 'demo', 'web', 'mocks'];

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const files = packages.flatMap(filesBelow);
const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\.ts$/.test(path);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const withoutComments = (path: string): string => read(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

/** Lists the project files that a file imports, with or without type imports. */
function listImports(path: string, withTypes = true): string[] {
  const pattern = /^(?:import|export)\s(type\s)?[^;]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm;
  return [...read(path).matchAll(pattern)]
    .filter((match) => withTypes || !match[1])
    .map((match) => normalize(join(dirname(path), (match[2] ?? match[3] ?? match[4]) as string)));
}

/** Finds the imports from files whose path matches `from` to files whose path matches `to`, without those of tests. */
function findImports(from: RegExp, to: RegExp, { inTests = false, withTypes = true } = {}): string[] {
  const importers = files.filter((path) => from.test(path) && (inTests || !isTest(path)));
  return importers.flatMap((path) =>
    listImports(path, withTypes)
      .filter((target) => to.test(target))
      .map((target) => `${path} → ${target}`),
  );
}

function findCycles(among: readonly string[], withTypes: boolean): string[] {
  const graph = new Map(among.map((path) => [path, listImports(path, withTypes)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) cycles.push([...trail.slice(at), path].map((file) => relative('.', file)).join(' → '));
    if (at >= 0 || done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of among) visit(path, []);
  return cycles;
}

describe('the packages', () => {
  it('are all read by these tests', () => {
    expect(files.length).toBeGreaterThan(200);
  });

  it('keep the web away from server and mocks, and the server away from the web and the demo', () => {
    const away = findImports(/^web\//, /^(server|mocks)\//, { inTests: true });
    const back = findImports(/^(server|mocks)\//, /^web\//, { inTests: true });
    expect([...away, ...back, ...findImports(/^server\//, /^demo\//)]).toEqual([]);
  });

  it('keep the contract free of every other package', () => {
    expect(findImports(/^contract\//, /^(?!contract\/)/)).toEqual([]);
  });

  it('name the modules of the contract as server or web do', () => {
    const folders = files.filter((path) => path.startsWith('contract/')).map((path) => path.split('/').slice(1, -1)[0]);
    const known = [...Object.keys(boundaries.server.public), ...Object.keys(boundaries.web.public), 'platform'];
    expect(folders.filter((folder) => folder !== undefined && !known.includes(folder))).toEqual([]);
  });

  it('keep the platform of the contract free of its modules', () => {
    expect(findImports(/^contract\/platform\//, /^(?!contract\/platform\/)/)).toEqual([]);
  });

  it('keep the platform of the server free of modules, also in its types', () => {
    const own = files.filter(
      (path) => path.startsWith('server/platform/') && !/\.test\.ts$|\.gen\.ts$|\/module\.ts$/.test(path),
    );
    const imported = own.flatMap((path) =>
      listImports(path)
        .filter((target) => !/^(server\/platform|contract\/platform|locales)\/|^contract\/[a-z-]+\.ts$/.test(target))
        .map((target) => `${path} → ${target}`),
    );
    const ofModules = new Set([handlers, jobHandlers({} as AppContext)].flatMap(Object.keys));
    const named = own.flatMap((path) =>
      [...withoutComments(path).matchAll(/'([\w-]+)'/g)]
        .filter(([, name = '']) => ofModules.has(name))
        .map(([, name]) => `${path}: ${name}`),
    );
    expect([...imported, ...named]).toEqual([]);
  });

  it('keep the modules of the server away from the program that runs them', () => {
    expect(findImports(/^server\/(?!program\/)[^/]+\//, /^server\/program\//)).toEqual([]);
  });

  it('keep the UI primitives free of imports from modules', () => {
    expect(findImports(/^web\/ui\//, /^(?!web\/ui\/)/)).toEqual([]);
  });

  it("keep the web's platform free of imports from modules", () => {
    expect(findImports(/^web\/platform\//, /^(?!web\/(platform|ui)\/|contract\/|locales\/)/)).toEqual([]);
  });

  it('keep every file of the web but those of the router in a folder', () => {
    const loose = files.filter((path) => /^web\/[^/]+$/.test(path));
    expect(loose.toSorted()).toEqual(
      ['entry.client.tsx', 'entry.server.tsx', 'root.tsx', 'routes.ts'].map((name) => `web/${name}`),
    );
  });

  it('name every function, method, parameter and option by a verb or a noun, none by what it is “of”, also in tests', () => {
    // Words of JSON Schema.
    const others = new Set(['allOf', 'anyOf', 'oneOf']);
    const wrong = [...files, ...filesBelow('tests')]
      .filter((path) => !path.endsWith('.gen.ts'))
      .flatMap((path) =>
        [...read(path).matchAll(/(?<![.\w'"`])(?:([a-z]\w*Of)\b(?=\??[:(<]| =|[,)] )|(of)(?=\(\w+: ))/g)]
          .map(([, name, method]) => name ?? method ?? '')
          .filter((name) => !others.has(name))
          .map((name) => `${path}: ${name}`),
      );
    expect(wrong).toEqual([]);
  });

  it('have no import cycle', () => {
    expect(findCycles(files, false)).toEqual([]);
  });

  it('have no cycle of types outside the web, except by what the modules declare', () => {
    const declarations = /^server\/(context|modules?)\.ts$/;
    const others = files.filter((path) => !path.startsWith('web/') && !declarations.test(path));
    expect(findCycles(others, true)).toEqual([]);
  });
});

interface Boundaries {
  /** Module → the files that other modules may import. */
  public: Record<string, string[]>;
  /** Pairs of modules that import each other → the reason. */
  mutual: Record<string, string>;
}

function readBoundaries(declared: Readonly<Record<string, Pick<Module, 'public' | 'mutual'>>>): Boundaries {
  return {
    public: Object.fromEntries(Object.entries(declared).map(([name, module]) => [name, [...module.public]])),
    mutual: Object.fromEntries(
      Object.entries(declared).flatMap(([name, { mutual = {} }]) =>
        Object.entries(mutual).map(([other, reason]) => [[name, other].toSorted().join(' '), reason]),
      ),
    ),
  };
}

/** Loads what the modules of the web declare, each as the only export of its `module.ts`. */
async function loadWebModules(): Promise<Record<string, WebModule>> {
  const paths = files.filter((path) => /^web\/[^/]+\/module\.ts$/.test(path));
  const loaded = paths.map(async (path) => {
    const [declared] = Object.values((await import(join(root, path))) as Record<string, WebModule>);
    return [path.split('/')[1], declared] as const;
  });
  return Object.fromEntries(await Promise.all(loaded)) as Record<string, WebModule>;
}

const { platform: _, ...serverModules } = modules;
const boundaries = { server: readBoundaries(serverModules), web: readBoundaries(await loadWebModules()) };

describe.each(['server', 'web'] as const)('the modules of %s', (name) => {
  const { public: publicFiles, mutual } = boundaries[name];
  const modules = Object.keys(publicFiles);
  const findModule = (path: string): string | undefined => {
    const [first, second, ...rest] = path.split('/');
    return first === name && rest.length > 0 && modules.includes(second ?? '') ? second : undefined;
  };

  /** Imports from a folder of the package into other modules, or into open folders such as `platform`. */
  const crossings = (withTypes: boolean): { path: string; from: string; to: string; target: string }[] =>
    files
      .filter((path) => path.startsWith(`${name}/`) && path.split('/').length > 2 && !isTest(path))
      .filter((path) => !path.startsWith('server/program/'))
      .flatMap((path) =>
        listImports(path, withTypes).flatMap((target) => {
          const from = path.split('/')[1] ?? '';
          const to = findModule(target);
          return to && to !== from ? [{ path, from, to, target }] : [];
        }),
      );

  it('are all listed with their public files', () => {
    const folders = new Set(filesBelow(name).flatMap((path) => path.split('/').slice(1, -1).slice(0, 1)));
    const others = ['platform', name === 'web' ? 'ui' : 'program'];
    expect([...modules, ...others].toSorted()).toEqual([...folders].toSorted());
  });

  it('import only public files of each other', () => {
    const wrong = crossings(true)
      .filter(({ to, target }) => !publicFiles[to]?.includes(target.slice(`${name}/${to}/`.length)))
      .map(({ path, target }) => `${path} → ${target}`);
    expect(wrong).toEqual([]);
  });

  it('publish no file that no other module imports', () => {
    const imported = new Set(crossings(true).map(({ target }) => target));
    const unused = modules.flatMap((module) =>
      (publicFiles[module] ?? []).map((file) => `${name}/${module}/${file}`).filter((path) => !imported.has(path)),
    );
    expect(unused).toEqual([]);
  });

  it('import each other mutually only where a reason is given', () => {
    const directed = new Set(crossings(false).map(({ from, to }) => `${from} ${to}`));
    const pairs = [...directed].filter((pair) => {
      const [from = '', to = ''] = pair.split(' ');
      return from < to && directed.has(`${to} ${from}`);
    });
    expect(pairs.toSorted()).toEqual(Object.keys(mutual).toSorted());
  });
});

describe('the code of the server', () => {
  it('has SQL only in queries', () => {
    const sql = /\b(select\s[\s\S]{1,80}\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s)/i;
    const allowed = (path: string): boolean =>
      isTest(path) ||
      /queries[\w-]*\.ts$/.test(path) ||
      /server\/(platform\/(database\/migrate|jobs\/jobs)|embedded-postgres\/[\w-]+)\.ts$/.test(path);
    const wrong = files.filter(
      (path) => /^(demo|server)\//.test(path) && !allowed(path) && sql.test(withoutComments(path)),
    );
    expect(wrong).toEqual([]);
  });

  it('brands the ids of members and payments', () => {
    const wrong = files.filter(
      (path) =>
        path.startsWith('server/') && !isTest(path) && /\b(?:memberId|paymentId): string\b/.test(withoutComments(path)),
    );
    expect(wrong).toEqual([]);
  });

  it('reads the time only from the clock', () => {
    const wrong = files.filter((path) => {
      const inModule = /^(demo|server)\/(?!platform\/|embedded-postgres\/)/.test(path) && !isTest(path);
      return inModule && /Date\.now\(\)|new Date\(\)/.test(read(path));
    });
    expect(wrong).toEqual([]);
  });

  it('uses `isBlank` to check whether a text is blank', () => {
    // `trim` removes only spaces and leaves other invisible characters.
    const wrong = files.filter(
      (path) =>
        !isTest(path) && !path.startsWith('mocks/') && /\.trim\(\) ?[!=]== ?['"`]{2}/.test(withoutComments(path)),
    );
    expect(wrong).toEqual([]);
  });

  it('reads the environment only in the configuration', () => {
    const wrong = files.filter(
      (path) => path.startsWith('server/') && !isTest(path) && /process\.env/.test(read(path)),
    );
    expect(
      wrong.filter(
        (path) => !/server\/program\/(config|staff|ledger|main)\.ts$|server\/embedded-postgres\//.test(path),
      ),
    ).toEqual([]);
  });

  it('keeps rules and presenters pure', () => {
    const impure = /queries|platform\/(database|bus|jobs|mail|storage)/;
    expect(findImports(/^server\/[\w/-]+\/(rules|present)[\w-]*\.ts$/, impure, { withTypes: false })).toEqual([]);
  });

  it('has a README in every module', () => {
    const folders = readdirSync(join(root, 'server')).filter((name) =>
      statSync(join(root, 'server', name)).isDirectory(),
    );
    const wrong = folders.filter((folder) => !readdirSync(join(root, 'server', folder)).includes('README.md'));
    expect(wrong).toEqual([]);
  });
});

describe('the pages', () => {
  it('check whether Enter and Escape in a text box belong to a composition', () => {
    const wrong = files.filter(
      (path) =>
        path.startsWith('web/') &&
        /onKeyDown=/.test(read(path)) &&
        /'(Enter|Escape)'/.test(read(path)) &&
        !/isComposing\(event(\.nativeEvent)?\)/.test(read(path)),
    );
    expect(wrong).toEqual([]);
  });

  it('move the focus before a view is painted, so that it leaves no field in which somebody already types', () => {
    const reasons: Record<string, string> = {
      'web/chat/composer/composer.tsx': 'Reads whether somebody already types elsewhere while the page hydrates',
      'web/layouts/frame.tsx': 'Leaves a focus in the page where it is',
      'web/shell/disclosure.tsx': 'Moves it only on Escape',
    };
    const late = files.filter(
      (path) =>
        path.startsWith('web/') &&
        // An effect ends at the first line that closes a bracket at its own indentation.
        [...read(path).matchAll(/^( *)useEffect\((.*\);$|[\s\S]*?^\1\}.*\);$)/gm)].some(([effect]) =>
          effect.includes('.focus('),
        ),
    );
    expect(late.toSorted()).toEqual(Object.keys(reasons));
  });
});

describe('the modules of the server', () => {
  it('keep statements and presenters to themselves', () => {
    // Conditions about visibility and the columns of an own profile are no statements: shared, so that there is one rule.
    const shared = ['members/visibility/queries-conditions.ts', 'members/queries-columns.ts'];
    const published = Object.entries(boundaries.server.public).flatMap(([module, paths]) =>
      paths.filter((path) => /(^|\/)(queries|present)[^/]*$/.test(path)).map((path) => `${module}/${path}`),
    );
    expect(published.toSorted()).toEqual(shared.toSorted());
  });

  it('declare themselves to the composition root', () => {
    expect(findImports(/^(?!server\/modules\.ts$)/, /^server\/[^/]+\/module\.ts$/)).toEqual([]);
  });

  it('declare each job, operation, limit, form, command, purge, table and mail once, and none is left out', () => {
    const all: readonly Module[] = Object.values(modules);
    const names = (pick: (module: Module) => object | undefined): string[] =>
      all.flatMap((module) => Object.keys(pick(module) ?? {})).toSorted();
    const sorted = (collected: object): string[] => Object.keys(collected).toSorted();
    expect(names(({ jobs }) => jobs)).toEqual(sorted(jobHandlers({} as AppContext)));
    expect(names(({ operations }) => operations)).toEqual(sorted(handlers));
    expect(names(({ purges }) => purges)).toEqual(sorted(declared.purges));
    expect(names((module) => module.limits)).toEqual(sorted(limits));
    expect(names((module) => module.forms)).toEqual(sorted(forms));
    const uploads = Object.entries<Operation>(operations).filter(([, { body }]) => body === 'multipart');
    expect(uploads.map(([name]) => name).toSorted()).toEqual(sorted(forms));
    expect(names((module) => module.commands)).toEqual(sorted(commands));
    expect(names((module) => module.tables)).toEqual(sorted(tables));
    const mails = declared.mail.map(({ name }) => name);
    expect(new Set(mails).size).toBe(mails.length);
  });
});

describe('every file', () => {
  it('has at most 400 lines, except for tables of data and generated files', () => {
    const long = files.filter(
      (path) =>
        !/\.(data|gen)\.ts$|contract\/platform\/countries\.ts$/.test(path) && read(path).split('\n').length > 401,
    );
    expect(long).toEqual([]);
  });

  it('gives a reason for every suppression', () => {
    const wrong = files.flatMap((path) =>
      read(path)
        .split('\n')
        .filter(
          (line) =>
            /oxlint-disable|eslint-disable|@ts-(ignore|expect-error)/.test(line) &&
            !/--\s*\S+|expect-error\s+\S+/.test(line),
        )
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(wrong).toEqual([]);
  });
});
