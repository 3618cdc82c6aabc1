import type { Input } from '../../contract/index.ts';
import { mayBeAnonymous } from '../../contract/support.ts';
import { isEmail } from '../accounts/email-rules.ts';
import { queueLetter } from '../accounts/queue-mail.ts';
import { after, dayMs } from '../platform/clock.ts';
import { refuse, refuseFields } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { oneLine } from '../platform/one-line.ts';
import { numberOf, tokenOf } from './numbers.ts';
import { type ComplaintRow, countComplaintsOf, findComplaint, insertComplaint, lockComplaintsOf } from './queries.ts';
import { cleanText, mailedPerDay } from './rules.ts';

/**
 * Takes a complaint by the form and queues its receipt. Sent again under its key it is the same complaint. Beyond a few
 * of one address in a day no receipt is mailed: anybody can write any address into the form. Throws email.invalid,
 * good-faith.missing, and request.key-reused when the key was used for another complaint.
 */
export const sendComplaint: Handler<'sendComplaint'> = async (input, { context, site, language, origin }) => {
  const said = readComplaint(input);
  const { email } = said;
  const number = numberOf(context, input.idempotency_key);
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    if (email !== '') await tx.run(lockComplaintsOf, { email });
    const sent = await tx.first(countComplaintsOf, { email, since: after(now, -dayMs) });
    const nobody = { reason: null, reporterId: null, aboutId: null };
    if (!(await tx.first(insertComplaint, { number, site: site.key, language, ...said, ...nobody, now }))) return;
    if (email === '' || (sent?.count ?? 0) >= mailedPerDay) return;
    await queueLetter(tx, { context, origin }, { kind: 'complaint-received', member_id: null, id: number });
  });
  const row = await context.database.first(findComplaint, { number });
  // A corrected complaint must not be taken for one that has arrived.
  if (row && !isSame(row, said)) refuse('request.key-reused');
  return { number, token: tokenOf(context, number), received_at: (row?.received_at ?? now).toISOString() };
};

/** What was typed. Only the text itself has several lines. */
function readComplaint(input: Input<'sendComplaint'>) {
  const { kind } = input;
  const [name, email] = [oneLine(input.name ?? ''), (input.email ?? '').trim()];
  const text = cleanText(input.text);
  const isNeeded = !mayBeAnonymous(kind);
  refuseFields({
    text: text === '' ? 'field.missing' : undefined,
    name: name === '' && isNeeded ? 'field.missing' : undefined,
    email: email === '' && isNeeded ? 'field.missing' : email === '' || isEmail(email) ? undefined : 'email.invalid',
    good_faith: input.good_faith ? undefined : 'good-faith.missing',
  });
  return { kind, name, email, text, url: oneLine(input.url ?? '') };
}

function isSame(row: ComplaintRow, said: ReturnType<typeof readComplaint>): boolean {
  return (['kind', 'name', 'email', 'text', 'url'] as const).every((field) => row[field] === said[field]);
}
