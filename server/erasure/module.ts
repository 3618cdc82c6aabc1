import { type Module, reasons } from '../module.ts';
import { enforceRetention } from './enforce-retention.ts';
import { eraseAccounts } from './erase-accounts.ts';
import { recordLedgerUse } from './ledger-notes.ts';
import { restoredCommand } from './declare-restore.ts';

export const erasure = {
  public: [],
  jobs: {
    'erase-accounts': { run: eraseAccounts, schedule: '13 * * * *', needsTrueTime: true },
    'enforce-retention': { run: enforceRetention, schedule: '27 3 * * *', needsTrueTime: true },
    'note-ledger-use': {
      run: recordLedgerUse,
      schedule: '* * * * *',
      // One that fails is replaced by that of the next minute.
      scheduleOptions: '?jobKey=note-ledger-use&max=1',
      needsTrueTime: true,
    },
  },
  commands: { restored: restoredCommand },
  acts: ['restored'],
  tables: {
    erasures: {
      key: 'member_hash',
      erasure: { rule: 'kept', why: 'a hash of the id, so that no restore undoes an erasure', keeps: ['member_hash'] },
      notExported: reasons.impersonal,
    },
    restore_state: {
      key: null,
      erasure: { rule: 'impersonal', why: 'how often the use of the ledger was noted, and how far it was read' },
      notExported: reasons.impersonal,
    },
  },
} satisfies Module;
