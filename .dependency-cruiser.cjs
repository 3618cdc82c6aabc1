/**
 * Import directions between modules. Between packages, TypeScript's project references enforce them. The public files
 * of each module are listed in `module-boundaries.json`. The parser does not read JSX, so for `web`
 * `tests/architecture.test.ts` enforces the same rules.
 */
const boundaries = require('./module-boundaries.json');

const serverModules = Object.keys(boundaries.server.public).join('|');

/** Closes a module to other modules, except for its public files. Files outside of the modules may import anything. */
function closed(module, publicFiles) {
  const escaped = publicFiles.map((file) => file.replaceAll('.', '\\.'));
  return {
    name: `server-${module}-is-closed`,
    comment: `Import a public file of server/${module}, or add the file to module-boundaries.json.`,
    severity: 'error',
    from: { path: '^server/[^/]+/', pathNot: [`^server/${module}/`, '\\.test\\.ts$', '/testing\\.ts$'] },
    to: {
      path: `^server/${module}/`,
      ...(escaped.length > 0 ? { pathNot: `^server/${module}/(${escaped.join('|')})$` } : {}),
    },
  };
}

const closedModules = Object.entries(boundaries.server.public).map(([module, files]) => closed(module, files));

module.exports = {
  forbidden: [
    ...closedModules,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
      to: { path: `^server/(${serverModules})/`, dependencyTypesNot: ['type-only'] },
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
