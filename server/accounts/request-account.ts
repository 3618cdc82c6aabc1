import { nameKey } from '../../contract/accounts/username.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { Failure, refuseFields, retryAfter } from '../platform/failure.ts';
import type { Call } from '../platform/handler.ts';
import type { Site } from '../platform/site.ts';
import { emailKeyAt, findAccountAt, findOwnerAt } from './find-account.ts';
import { type NewAccount, openAccount } from './new-account.ts';
import { consumeMailBudget } from '../mail/outgoing-budgets.ts';
import {
  type AccountRow,
  findNameOwner,
  insertEmail,
  insertName,
  insertSignUpRequest,
  popSignUpRequest,
} from './queries.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { queueActivationMail, signUpAgainMail, signUpAttemptMail } from './account-mail.ts';

/**
 * Stores a sign-up on a discreet site for the job `open-account`. Does the same work for every address and never looks
 * it up, so neither response nor timing reveals an account. The name is always taken: a free name would reveal that the
 * first sign-up opened none. Throws input.invalid with `name`, and request.too-many after too many mails from one
 * source.
 */
export async function requestAccount(call: Call, account: NewAccount): Promise<void> {
  const { context, site, origin } = call;
  const { memberId } = account;
  await context.database.transaction(async (tx) => {
    const key = nameKey(account.name);
    if ((await tx.run(insertName, { key, memberId })) === 0) {
      const owner = await tx.first(findNameOwner, { key });
      refuseFields({ name: owner?.member_id === memberId ? undefined : 'name.taken' });
      return;
    }
    const { waitMs } = await consumeMailBudget(tx, context, 'sign-up-request', { ip: call.ip });
    if (waitMs > 0) throw new Failure('request.too-many', retryAfter(waitMs));
    await tx.run(insertSignUpRequest, { memberId, site: site.key, account, now: context.clock.now() });
    await context.jobs.add(tx, 'open-account', { member_id: memberId, origin });
  });
  call.log.info({ event: 'account.requested', site: site.key }, 'account requested');
}

/** Opens a requested account and mails its activation, or tells the owner of the address. Runs as a job. */
export async function openRequestedAccount(
  context: AppContext,
  { member_id: memberId, origin }: { member_id: MemberId; origin: string },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const request = await tx.first(popSignUpRequest, { memberId });
    if (!request) return;
    const { account } = request;
    const site = await context.sites.ofMember(request.site, null);
    const owner = (await findOwnerAt(tx, site, account.email)) ?? (await claimAddress(tx, site, account));
    if (owner) {
      await mailOwner(tx, { context, origin }, owner);
      return;
    }
    await openAccount(tx, { context, site }, account);
    // Do not reveal how many mails a mailbox got today: open the account anyway; the next sign-up mails again.
    if ((await consumeMailBudget(tx, context, 'unconfirmed', { receiver: account.email })).waitMs === 0)
      await queueActivationMail(tx, { context, origin }, memberId);
    tx.afterCommit(() =>
      context.log.info({ event: 'account.opened', member: memberId, site: site.key }, 'account opened'),
    );
  });
}

async function claimAddress(tx: Transaction, site: Site, account: NewAccount): Promise<AccountRow | undefined> {
  const { email, memberId } = account;
  const isFree = (await tx.run(insertEmail, { key: emailKeyAt(site, email), memberId })) === 1;
  return isFree ? undefined : findAccountAt(tx, site, email);
}

/**
 * Tells the owner of an account about a sign-up with its address. If the address was never confirmed, somebody else may
 * have opened the account, so the link sets a new password.
 */
async function mailOwner(
  tx: Transaction,
  call: Pick<Call, 'context' | 'origin'>,
  { member_id: memberId, confirmed, email }: AccountRow,
): Promise<void> {
  const { waitMs } = await consumeMailBudget(tx, call.context, 'owner-told', { member: memberId });
  if (waitMs > 0) return;
  if (!confirmed && (await consumeMailBudget(tx, call.context, 'unconfirmed', { receiver: email })).waitMs > 0) return;
  await queueMail(tx, call, { template: confirmed ? signUpAttemptMail : signUpAgainMail, memberId });
}
