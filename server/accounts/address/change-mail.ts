import { isLanguage } from '../../../contract/platform/languages.ts';
import { mailChangeHours, mailRevertHours } from '../../../contract/accounts/limits.ts';
import { isId } from '../../../contract/platform/id.ts';
import type { AppContext } from '../../context.ts';
import { after, hourMs } from '../../platform/clock.ts';
import { hashToken } from '../../platform/hash.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { consumeMailBudget } from '../../mail/outgoing-budgets.ts';
import { findOwnerAt } from '../find-account.ts';
import { type MailCall, type MailTemplate, queueMail } from '../../mail/queue-mail.ts';
import { type AccountRow, findAccount, lockMember } from '../queries.ts';
import { newMailToken } from '../tokens.ts';
import { type MailChangeRow, deleteChangeTokens, insertChangeToken, listMailChanges } from './queries.ts';
import { deriveChangeToken } from '../../mail/reports/report-token.ts';
import { openChange } from './rules.ts';

const page = '/mail-change/do';

export async function queueChangeMail(
  tx: Transaction,
  call: { context: AppContext; origin: string },
  template: MailTemplate,
  { memberId, changeId }: { memberId: MemberId; changeId: string },
): Promise<void> {
  await queueMail(tx, call, { template, memberId: null, id: `${memberId}/${changeId}` });
}

function parseChangeId(id: string): { memberId: MemberId; changeId: string } {
  const [memberId, changeId] = id.split('/');
  if (!isId<MemberId>(memberId) || !isId(changeId)) throw new Error(`not a change of address: ${id}`);
  return { memberId, changeId };
}

/** Returns a change of address; undefined if it or its account is gone, or the account is banned. */
async function findChange(
  { database }: AppContext,
  id: string,
): Promise<{ account: AccountRow; change: MailChangeRow } | undefined> {
  const { memberId, changeId } = parseChangeId(id);
  const account = await database.first(findAccount, { memberId });
  if (!account || account.status === 'banned' || account.status === 'deleted') return undefined;
  const changes = await database.all(listMailChanges, { memberId });
  const change = changes.find(({ change_id: one }) => one === changeId);
  return change && { account, change };
}

/** Addresses the old or the new address. A stranger may own the new one, so the mail to it names nobody. */
function addressee(which: 'old_email' | 'new_email'): NonNullable<MailTemplate['findAddressee']> {
  return async (context, id) => {
    const found = await findChange(context, id);
    if (!found) return undefined;
    const { account, change } = found;
    const language = isLanguage(account.language) ? account.language : 'en';
    const { site, discreet_mail: discreet, member_id: owner } = account;
    return { email: change[which], ...(which === 'old_email' && { account }), language, site, discreet, owner };
  };
}

/** Issues a token that replaces the one of an earlier mail; null if the change no longer needs the mail. */
async function issueToken(
  { context, id, run }: MailCall,
  purpose: 'mail-change' | 'mail-revert',
  expiresAt: Date,
): Promise<string | null> {
  const { memberId, changeId } = parseChangeId(id);
  const token = newMailToken(context, purpose, run);
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    // Take the lock, so that a call that ends the change either waits or is seen here.
    await tx.run(lockMember, { memberId });
    const change = (await tx.all(listMailChanges, { memberId })).find(({ change_id: one }) => one === changeId);
    if (!change || (change.done_at === null) !== (purpose === 'mail-change')) return null;
    await tx.run(deleteChangeTokens, { memberId, changeId });
    await tx.run(insertChangeToken, { tokenHash: hashToken(token), memberId, purpose, changeId, now, expiresAt });
    return token;
  });
}

/** Goes to the new address unconfirmed. Anybody may have typed it, so the mail says nothing about the account. */
export const mailChange: MailTemplate = {
  name: 'mail-change',
  importance: 'account',
  findAddressee: addressee('new_email'),
  async write(call) {
    const { context, say, site, id } = call;
    const found = await findChange(context, id);
    const now = context.clock.now();
    const change = found && openChange([found.change], now);
    if (!change || found.account.status === 'pending_deletion') return null;
    const owner = await findOwnerAt(context.database, site, change.new_email);
    if (owner && owner.member_id !== found.account.member_id) {
      await mailOwner(call, owner.member_id);
      return null;
    }
    const token = await issueToken(call, 'mail-change', after(change.asked_at, mailChangeHours * hourMs));
    if (token === null) return null;
    return {
      subject: say('mail.mail-change.subject'),
      title: say('mail.mail-change.title'),
      paragraphs: [say('mail.mail-change.text', { site: site.settings.mail_name })],
      button: { text: say('mail.mail-change.button'), path: `${page}?token=${token}` },
      notes: [say('mail.mail-change.expiry', { hours: mailChangeHours }), say('mail.mail-change.ignore')],
    };
  },
  reportToken: ({ secret, clock }, id) => deriveChangeToken(secret, { ...parseChangeId(id), now: clock.now() }),
};

async function mailOwner({ context, origin, id }: MailCall, memberId: MemberId): Promise<void> {
  await context.database.transaction(async (tx) => {
    const { waitMs } = await consumeMailBudget(tx, context, 'owner-told', { member: memberId });
    if (waitMs > 0) return;
    await queueMail(tx, { context, origin }, { template: mailChangeTaken, memberId, id });
  });
}

/** Tells the owner of an address that somebody requested it for another account. */
export const mailChangeTaken: MailTemplate = {
  name: 'mail-change-taken',
  importance: 'account',
  write: async ({ say, site }) => ({
    subject: say('mail.mail-change-taken.subject'),
    title: say('mail.mail-change-taken.title'),
    paragraphs: [say('mail.mail-change-taken.text', { site: site.settings.mail_name })],
    button: { text: say('mail.mail-change-taken.button'), path: '/login' },
    notes: [say('mail.mail-change-taken.expiry'), say('mail.mail-change-taken.ignore')],
  }),
};

/** Goes to the old address, with the link to undo. Does not name the new one: others may read the old mailbox. */
export const mailChanged: MailTemplate = {
  name: 'mail-changed',
  importance: 'account',
  findAddressee: addressee('old_email'),
  async write(call) {
    const { context, say, site, id } = call;
    const doneAt = (await findChange(context, id))?.change.done_at;
    if (!doneAt) return null;
    const expiresAt = after(doneAt, mailRevertHours * hourMs);
    if (expiresAt <= context.clock.now()) return null;
    const token = await issueToken(call, 'mail-revert', expiresAt);
    if (token === null) return null;
    return {
      subject: say('mail.mail-changed.subject'),
      title: say('mail.mail-changed.title'),
      paragraphs: [say('mail.mail-changed.text', { site: site.settings.mail_name })],
      button: { text: say('mail.mail-changed.button'), path: `${page}?token=${token}&undo` },
      notes: [
        say('mail.mail-changed.expiry', { hours: mailRevertHours }),
        say('mail.mail-changed.ignore', { email: site.settings.support_email }),
      ],
    };
  },
};
