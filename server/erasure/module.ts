import { type Module, reasons } from '../module.ts';
import { enforceRetention } from './enforce-retention.ts';
import { eraseAccounts } from './erase-accounts.ts';

export const erasure = {
  public: [],
  jobs: {
    'erase-accounts': { run: eraseAccounts, schedule: '13 * * * *', needsTrueTime: true },
    'enforce-retention': { run: enforceRetention, schedule: '27 3 * * *', needsTrueTime: true },
  },
  tables: {
    erasures: {
      key: 'member_hash',
      erasure: { rule: 'kept', why: 'a hash of the id, so that no restore undoes an erasure', keeps: ['member_hash'] },
      notExported: reasons.impersonal,
    },
  },
} satisfies Module;
