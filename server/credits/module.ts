import { startCreditsMonths } from '../../contract/credits/limits.ts';
import { type Module, withMember, reasons } from '../module.ts';
import { listLedger } from './list-ledger.ts';
import { purgeStartCredits } from './start-credits.ts';

export const credits = {
  public: ['balance.ts', 'start-credits.ts', 'wallets.ts'],
  operations: { listLedger },
  constraints: { wallets_balance: 'credits.not-enough', ledger_entries_key: 'request.key-reused' },
  purges: { credits: purgeStartCredits },
  tables: {
    start_credit_holders: {
      key: 'mailbox_hash',
      erasure: {
        rule: 'kept',
        why: 'a hash of the mailbox, so that start credits are given only once within the period',
        limit: { from: 'given_at', months: startCreditsMonths },
        keeps: ['mailbox_hash'],
      },
      notExported: reasons.guards,
    },
    wallets: {
      ...withMember,
      erasure: { rule: 'kept', why: reasons.books },
      export: 'money',
      columnsNotExported: { debt_max: reasons.workings, entries: reasons.workings },
    },
    ledger_entries: {
      ...withMember,
      erasure: { rule: 'kept', why: reasons.books, keeps: ['from_account', 'to_account', 'cause', 'cause_id'] },
      export: 'money',
      // A key is random and says nothing about its member; it keeps a repeated call from a second charge.
      columnsNotExported: { cause_id: reasons.workings, entry_id: reasons.workings, key: reasons.workings },
    },
    lots: { ...withMember, erasure: { rule: 'kept', why: reasons.books, keeps: ['currency'] }, export: 'money' },
    lot_uses: { ...withMember, erasure: { rule: 'kept', why: reasons.books }, notExported: reasons.copy },
  },
} satisfies Module;
