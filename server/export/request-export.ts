import { checkOwnPassword, hasFreshPasskeyLogin } from '../accounts/own-password.ts';
import { getJobOrigin } from '../mail/queue-mail.ts';
import { after, hourMs } from '../platform/clock.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { createId } from '../platform/ids.ts';
import { importance } from '../module.ts';
import { toExport } from './present.ts';
import { beginExport, findExport } from './queries.ts';
import { exportHours } from './rules.ts';

/** Queues an export, once in 24 hours. Throws input.invalid with `password`, login.blocked and export.too-often. */
export const requestExport: Handler<'requestExport'> = async ({ password }, call) => {
  const { context, member, origin, log } = call;
  const { database, clock, jobs } = context;
  await checkOwnPassword(call, password, 'password', hasFreshPasskeyLogin);
  const now = clock.now();
  const exportId = createId<ExportId>();
  const row = await database.transaction(async (tx) => {
    const since = after(now, -exportHours * hourMs);
    must((await tx.run(beginExport, { memberId: member.id, exportId, now, since })) === 1, 'export.too-often');
    const job = { member_id: member.id, export_id: exportId, ...getJobOrigin(context, origin) };
    await jobs.add(tx, 'make-export', job, { priority: importance.export });
    return tx.first(findExport, { memberId: member.id });
  });
  must(row, 'session.missing');
  log.info({ event: 'export.asked', member: member.id }, 'export is asked for');
  return { export: toExport(row, context) };
};
