/** Directions between rooms. Between houses the compiler holds them. */
const rooms =
  'accounts|members|photos|likes|chat|credits|discounts|payments|notifications|settings|geo|landing|support|safety|staff';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'queries-and-presenters-stay-in-their-room',
      severity: 'error',
      from: { path: `^server/(${rooms})/` },
      to: {
        path: [
          `^server/(${rooms})/(queries|present)[^/]*\\.ts$`,
          `^server/(${rooms})/[a-z]+/(queries|present)[^/]*\\.ts$`,
        ],
        // Conditions of SQL about visibility are shared, so that there is one rule; they are no statements.
        pathNot: ['^server/$1/', '^server/members/visibility/queries-conditions\\.ts$'],
      },
    },
    {
      name: 'platform-knows-no-room',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: `^server/(${rooms})/`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nobody-imports-staff',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(staff/|operations\\.ts)' },
      to: { path: '^server/staff/' },
    },
    { name: 'ui-knows-no-room', severity: 'error', from: { path: '^web/ui/' }, to: { path: '^web/(?!ui/)' } },
    {
      name: 'shell-knows-no-module',
      severity: 'error',
      from: { path: '^web/shell/' },
      to: { path: '^web/(accounts|chat|landing|layouts|likes|live|members|payments|photos)/' },
    },
    { name: 'web-and-server-are-apart', severity: 'error', from: { path: '^web/' }, to: { path: '^(server|mocks)/' } },
    { name: 'server-and-web-are-apart', severity: 'error', from: { path: '^server/' }, to: { path: '^web/' } },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(server|web|locales|mocks)/' },
    },
    {
      name: 'demo-is-optional',
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
