/**
 * Import directions between modules. Between packages, TypeScript's project references enforce them. The public files
 * of each module are listed in its `module.ts`, which is read as text. The parser does not read JSX, so for `web`
 * `tests/architecture.test.ts` enforces the same rules.
 */
const { existsSync, readFileSync, readdirSync } = require('node:fs');

const publicFiles = Object.fromEntries(
  readdirSync('server')
    .filter((name) => name !== 'platform' && existsSync(`server/${name}/module.ts`))
    .map((name) => {
      const [, list] = /\bpublic: \[([^\]]*)\]/.exec(readFileSync(`server/${name}/module.ts`, 'utf8')) ?? [];
      if (list === undefined)
        throw new Error(`server/${name}/module.ts has no \`public: [ … ]\` that can be read as text.`);
      return [name, list.match(/(?<=')[^',\s]+(?=')/g) ?? []];
    }),
);
const serverModules = Object.keys(publicFiles).join('|');

/** Closes a module to other modules, except for its public files. The program may import anything. */
function closed(module, files) {
  const escaped = files.map((file) => file.replaceAll('.', '\\.'));
  return {
    name: `server-${module}-is-closed`,
    comment: `Import a public file of server/${module}, or declare the file public in its module.ts.`,
    severity: 'error',
    from: { path: '^server/(?!program/)[^/]+/', pathNot: [`^server/${module}/`, '\\.test\\.ts$', '/testing\\.ts$'] },
    to: {
      path: `^server/${module}/`,
      ...(escaped.length > 0 ? { pathNot: `^server/${module}/(${escaped.join('|')})$` } : {}),
    },
  };
}

const closedModules = Object.entries(publicFiles).map(([module, files]) => closed(module, files));

module.exports = {
  forbidden: [
    ...closedModules,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      // The context has the types of all that modules declare. A test forbids cycles that are not of types alone.
      to: { circular: true, viaOnly: { pathNot: '^server/(context|modules?)\\.ts$' } },
    },
    {
      name: 'queries-and-presenters-stay-in-their-module',
      severity: 'error',
      from: { path: `^server/(${serverModules})/` },
      to: {
        path: [
          `^server/(${serverModules})/(queries|present)[^/]*\\.ts$`,
          `^server/(${serverModules})/[a-z-]+/(queries|present)[^/]*\\.ts$`,
        ],
        // SQL conditions about visibility are shared, so that there is one rule; they are not statements.
        pathNot: ['^server/$1/', '^server/members/visibility/queries-conditions\\.ts$'],
      },
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: `^server/(${serverModules})/` },
    },
    {
      name: 'modules-declare-themselves-to-the-composition-root',
      severity: 'error',
      from: { pathNot: ['^server/modules\\.ts$', '\\.test\\.ts$'] },
      to: { path: '^server/[^/]+/module\\.ts$' },
    },
    { name: 'server-does-not-import-web', severity: 'error', from: { path: '^server/' }, to: { path: '^web/' } },
    {
      name: 'contract-imports-no-package',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(server|web|locales|mocks|demo)/' },
    },
    {
      name: 'server-does-not-import-demo',
      severity: 'error',
      from: { path: '^server/', pathNot: '\\.test\\.ts$' },
      to: { path: '^demo/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|node_modules|\\.react-router|\\.cache)/' },
  },
};
