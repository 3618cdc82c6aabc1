import { cleanEmail, isEmail } from '../../contract/accounts/email.ts';
import type { Input } from '../../contract/index.ts';
import { filesFault, filesLimits, missingIn } from '../../contract/support/operations.ts';
import { deriveMailbox } from '../mail/address.ts';
import { delayEnd } from '../accounts/ban-member.ts';
import { consumeMailBudget } from '../mail/outgoing-budgets.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { refuse, refuseFields } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { oneLine } from '../platform/text/one-line.ts';
import { deriveComplaintNumber, readNumber, deriveComplaintToken } from './numbers.ts';
import {
  type ComplaintRow,
  findComplaint,
  findModerationAction,
  insertComplaint,
  insertFile,
  listFiles,
} from './queries.ts';
import { type ComplaintFile, readFiles, reserveFileRoom } from './complaint-files.ts';
import { cleanText } from './rules.ts';
import { complaintReceived } from './support-mail.ts';

/**
 * Stores a complaint with its files and queues its receipt; the same key gives the same complaint. Anybody can type any
 * address, so a mailbox gets only a few receipts a day; a member logged in with that confirmed mailbox gets all. Throws
 * email.invalid, good-faith.missing, the errors of `reserveFileRoom` and `readFiles`, and request.key-reused if the key
 * belongs to another complaint.
 */
export const sendComplaint: Handler<'sendComplaint'> = async (input, call) => {
  const { context, site, member, language, ip } = call;
  const said = readComplaint(input);
  const uploads = input.files ?? [];
  refuseFields({ files: filesFault(uploads) }, filesLimits);
  await reserveFileRoom(call, uploads);
  const files = await readFiles(uploads);
  const number = deriveComplaintNumber(context, input.idempotency_key);
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const isOwn = member?.confirmed === true && said.mailbox === deriveMailbox(member.email);
    const budget = { receiver: said.email, ip };
    const receipt =
      said.mailbox !== null && ((await consumeMailBudget(tx, context, 'complaint', budget)).waitMs === 0 || isOwn);
    refuseFields({ contests: (await isDecided(tx, said.contests)) ? undefined : 'field.invalid' });
    const nobody = { reason: null, reporterId: null, aboutId: null };
    const complaint = { number, site: site.key, language, ...said, ...nobody, receipt, now };
    if (!(await tx.first(insertComplaint, complaint))) return;
    await delayEndIfContested(tx, said.contests);
    for (const [position, file] of files.entries()) await tx.run(insertFile, { number, position, ...file });
    if (receipt) await queueMail(tx, call, { template: complaintReceived, memberId: null, id: number });
  });
  const row = await context.database.first(findComplaint, { number });
  // A corrected complaint must not pass for the one that arrived.
  if (row && !(await isSame(context.database, row, said, files))) refuse('request.key-reused');
  return {
    number,
    token: deriveComplaintToken(context, number),
    received_at: (row?.received_at ?? now).toISOString(),
    receipt: row?.receipt ?? false,
  };
};

/** Reads and checks the fields of a complaint. Only the text may have several lines. */
function readComplaint(input: Input<'sendComplaint'>) {
  const { kind, good_faith } = input;
  const [name, email] = [oneLine(input.name ?? ''), cleanEmail(input.email ?? '')];
  const text = cleanText(input.text);
  refuseFields({
    ...(email !== '' && !isEmail(email) && { email: 'email.invalid' }),
    ...missingIn({ kind, text, name, email, good_faith }),
  });
  return {
    kind,
    name,
    email,
    mailbox: email === '' ? null : deriveMailbox(email),
    text,
    url: oneLine(input.url ?? ''),
    contests: input.contests ? readNumber(input.contests) : null,
  };
}

/** Keeps the account of a member who contests a ban until staff have had time to decide. */
async function delayEndIfContested(tx: Transaction, contests: string | null): Promise<void> {
  const action = contests === null ? undefined : await tx.first(findModerationAction, { number: contests });
  if (action?.kind === 'ban') await delayEnd(tx, action.member_id);
}

async function isDecided(tx: Transaction, number: string | null): Promise<boolean> {
  if (number === null || (await tx.first(findModerationAction, { number }))) return true;
  return ((await tx.first(findComplaint, { number }))?.closed_at ?? null) !== null;
}

async function isSame(
  reader: Reader,
  row: ComplaintRow,
  said: ReturnType<typeof readComplaint>,
  files: readonly ComplaintFile[],
): Promise<boolean> {
  if (!(['kind', 'name', 'email', 'text', 'url', 'contests'] as const).every((field) => row[field] === said[field]))
    return false;
  const kept = await reader.all(listFiles, { number: row.number });
  return kept.length === files.length && kept.every(({ sha256 }, at) => sha256 === files[at]?.sha256);
}
