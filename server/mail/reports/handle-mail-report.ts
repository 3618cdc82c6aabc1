import { createHmac, timingSafeEqual } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { recordFailure } from './failures.ts';
import { readReport } from './read-report.ts';

const maxAgeSeconds = 300;

/**
 * Takes a report signed with a shared secret: `t=<seconds since 1970>,v1=<hex>` with the HMAC-SHA-256 of the seconds, a
 * full stop and the body, made at most 300 s ago. Throws request.malformed for any other signature.
 */
export const handleMailReport: Handler<'handleMailReport'> = async ({ payload, signature }, { context, log }) => {
  const raw = Buffer.from(payload, 'latin1');
  const isSigned = isSignedBy(context.config.mail.reportSecrets, { raw, signature, now: context.clock.now() });
  if (!isSigned) log.warn({ event: 'mail-report.refused' }, 'a report about a mail is not signed');
  must(isSigned, 'request.malformed');
  await recordMailReport(context, raw);
  return { ok: true };
};

export async function recordMailReport(context: AppContext, raw: Buffer): Promise<void> {
  const report = await readReport(raw, context.config.mail.bounces);
  const counts = report !== null && (await recordFailure(context, report.mailed, report.trouble));
  const facts = {
    event: 'mail-report.read',
    trouble: report?.trouble,
    counts,
    ...(counts && { member: report.mailed.memberId }),
  };
  context.log.info(facts, 'a mail server reports about a mail');
}

function isSignedBy(
  secrets: readonly string[],
  { raw, signature, now }: { raw: Buffer; signature: string; now: Date },
): boolean {
  const [, seconds = '', hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (hex === '' || Math.abs(now.getTime() / 1_000 - Number(seconds)) > maxAgeSeconds) return false;
  const given = Buffer.from(hex, 'hex');
  return secrets.some((secret) =>
    timingSafeEqual(given, createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest()),
  );
}
