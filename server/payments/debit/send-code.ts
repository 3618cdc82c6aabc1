import { hash } from 'node:crypto';

import { isLanguage } from '../../../contract/platform/languages.ts';
import { smsCodeMinutes } from '../../../contract/payments/limits.ts';
import type { AppContext } from '../../context.ts';
import type { JobPayloads } from '../../platform/jobs/jobs.ts';
import { formatIn } from '../../platform/format.ts';
import { findDebit } from './queries.ts';
import { isCodeOpen } from './rules.ts';
import { deriveDebitCode, unsealDetails } from './secrets.ts';

/** Sends the code of a direct debit by text message, unless it has expired or there is a newer one. */
export async function sendDebitCode(context: AppContext, payload: JobPayloads['send-debit-code']): Promise<void> {
  const { member_id: memberId, debit_id: debitId, number } = payload;
  const row = await context.database.first(findDebit, { memberId, debitId });
  if (!row || row.sealed === null || row.signed_at !== null || row.code_number !== number) return;
  if (!isCodeOpen(row, context.clock.now()) || !context.sms) return;
  const language = isLanguage(row.language) ? row.language : 'en';
  const say = context.sentences.in(language);
  const site = await context.sites.ofMember(row.site, null);
  await context.sms.send({
    to: unsealDetails(context, debitId, row.sealed).phone,
    text: say('directdebit.sms', {
      code: deriveDebitCode(context, debitId, number),
      site: site.settings.name,
      amount: formatIn(language).money(row.amount, row.currency),
      minutes: smsCodeMinutes,
    }),
    about: memberId,
    // The same id when the job runs again.
    id: hash('sha256', `${debitId} ${number}`, 'hex').slice(0, 32),
  });
}
