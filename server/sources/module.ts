import { trackingKeptMonths } from '../../contract/sources/limits.ts';
import { type Module, withMember, deletedWithMember, operatorSettings, reasons } from '../module.ts';
import { funnelCommand, networkCommands } from './commands.ts';
import { purgePostbacks } from './erase-postbacks.ts';
import { recordPageHidden } from './record-page-hidden.ts';
import { sendPostback } from './send-postback.ts';

export const sources = {
  public: ['erase-postbacks.ts', 'queue-postback.ts'],
  operations: { recordPageHidden },
  jobs: {
    'send-postback': { run: sendPostback },
  },
  commands: { networks: networkCommands, funnel: funnelCommand },
  acts: ['networks-list', 'networks-add', 'networks-end', 'funnel'],
  purges: {
    partners: purgePostbacks,
  },
  tables: {
    networks: { key: null, erasure: operatorSettings, notExported: reasons.impersonal },
    source_days: {
      key: 'network',
      erasure: { rule: 'impersonal', why: 'counts of visits' },
      notExported: reasons.impersonal,
    },
    postbacks: {
      ...withMember,
      erasure: { ...deletedWithMember, limit: { from: 'created_at', months: trackingKeptMonths } },
      export: 'account',
      columnsNotExported: { postback_id: reasons.workings, settled_at: reasons.workings },
    },
  },
} satisfies Module;
