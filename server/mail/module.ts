import { type Module, withMember, deletedWithMember, reasons } from '../module.ts';
import { checkMailNames, checkMailServer } from './check-mail.ts';
import { purgeMailFailures } from './reports/failures.ts';
import { handleMailReport } from './reports/handle-mail-report.ts';
import { readMailDrop } from './reports/read-mail-drop.ts';
import { sendMail } from './send-mail.ts';

export const mail = {
  public: [
    'address.ts',
    'mailer.ts',
    'outgoing-budgets.ts',
    'outgoing-limits.data.ts',
    'queue-mail.ts',
    'reports/failures.ts',
    'reports/report-token.ts',
  ],
  checks: { 'Mail server': checkMailServer, 'Mail names': checkMailNames },
  operations: { handleMailReport },
  limits: {
    mail: { points: 20, networkPoints: 40, seconds: 3_600, byAddress: true, durable: true },
  },
  jobs: {
    'send-mail': { run: sendMail },
    'read-mail-drop': { run: readMailDrop, schedule: '* * * * *' },
  },
  metrics: {
    mails_total: {
      type: 'counter',
      help: 'Mails: sent, refused, deferred, or unavailable server',
      labels: ['outcome'],
    },
  },
  purges: {
    mail: purgeMailFailures,
  },
  tables: {
    mail_failures: {
      ...withMember,
      erasure: { ...deletedWithMember, limit: { from: 'sent_at', days: 31 } },
      export: 'account',
      columnsNotExported: { address: reasons.guards, noted_at: reasons.workings },
    },
  },
} satisfies Module;
