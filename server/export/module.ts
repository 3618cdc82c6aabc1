import { type Module, withMember, deletedWithMember } from '../module.ts';
import { getExport } from './get-export.ts';
import { exportReady, makeExport } from './make-export.ts';
import { openExport } from './open-export.ts';
import { purgeExports } from './purge-exports.ts';
import { requestExport } from './request-export.ts';

export const dataExport = {
  public: ['purge-exports.ts', 'write-copy.ts'],
  operations: { requestExport, getExport, openExport },
  limits: {
    export: { points: 20, seconds: 600 },
  },
  jobs: {
    'make-export': { run: makeExport },
    'purge-exports': { run: purgeExports, schedule: '23 * * * *' },
  },
  mail: [exportReady],
  purges: {
    exports: purgeExports,
  },
  tables: {
    exports: {
      ...withMember,
      erasure: { ...deletedWithMember, limit: { from: 'asked_at', days: 30 } },
      notExported: 'the time at which the export itself was requested',
    },
  },
} satisfies Module;
