import type { Input, Output } from '../../contract/index.ts';
import type { Country } from '../../contract/platform/countries.ts';
import { isBlank } from '../../contract/platform/text.ts';
import { admitsSignUp, hasTrafficSource } from '../../contract/sources/tracking.ts';
import { nameKey } from '../../contract/accounts/username.ts';
import { canBegin, sendSignupMessage } from '../chat/send/send-signup-message.ts';
import { resolvePlace } from '../geo/resolve-place.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { Failure, must, refuse, refuseFields, retryAfter } from '../platform/failure.ts';
import type { Call, Handler } from '../platform/handler.ts';
import type { Site } from '../platform/site.ts';
import { queuePostback } from '../sources/queue-postback.ts';
import { startSession } from './sessions/sessions.ts';
import { emailKeyAt } from './email-rules.ts';
import { findAccountAt } from './find-account.ts';
import { knowSource } from './login-attempts.ts';
import { type NewAccount, openAccount, toNewAccount } from './new-account.ts';
import { hashPassword } from './passwords.ts';
import { countProbe, guardProbes } from './probes.ts';
import { takeOutgoing } from './outgoing.ts';
import { findNameOwner, insertEmail, insertName } from './queries.ts';
import { queueActivationMail } from './queue-activation-mail.ts';
import { readUser } from './read-user.ts';
import { requestAccount } from './request-account.ts';
import { enterAgain, memberIdFor } from './repeated-sign-up.ts';
import { signUpErrors, signUpValues } from './sign-up-rules.ts';

type SignUp = Input<'signUp'>;

/**
 * Opens an account in one transaction: member, address, name, profile, wallet with the site's welcome credits, session
 * and activation email (specification, sections 4, 5 and 8). A discreet site only requests it, gives every address the
 * same answer and tells the rest by email. A form sent again under its key enters its account. Throws input.invalid
 * with the invalid fields, signup.invite-only, request.key-reused, request.too-many after eight emails in a day to one
 * mailbox, and email.taken or account.pending-deletion within the limits of such answers.
 */
export const signUp: Handler<'signUp'> = async (input, call) => {
  const { context, site } = call;
  refuseFields(signUpErrors(input, site.settings, context.clock.now()), signUpValues(site.settings));
  must(admitsSignUp(site.settings.signups, hasTrafficSource(input.tracking ?? call.tracking)), 'signup.invite-only');
  const memberId = memberIdFor(call, input);
  return (
    (await enterAgain(call, memberId, input)) ??
    (await signUpAs(memberId, input, call).catch(async (error: unknown) => {
      // The same form can arrive twice at once.
      const entered = error instanceof Failure ? await enterAgain(call, memberId, input) : undefined;
      if (!entered) throw error;
      return entered;
    }))
  );
};

async function signUpAs(memberId: string, input: SignUp, call: Call): Promise<Output<'signUp'>> {
  const { context, site } = call;
  await checkApartFromEmail(call, input, memberId);
  const isQuiet = site.settings.account_discretion || (await isHidden(call, input.email));
  const passwordHash = await hashPassword(input.password);
  const account = await toNewAccount(input, call, { memberId, passwordHash });
  if (isQuiet) {
    await requestAccount(call, account);
    return { user: null };
  }
  const first = firstMessageOf(input);
  const token = await context.database
    .transaction((tx) => createAccount(tx, call, account, first))
    .catch((error: unknown) => countRefusal(call, input.email, error));
  // Another sign-up took the address after the check.
  if (token === undefined) return refuseTaken(call, input.email);
  call.session.set(token);
  if (call.member) context.bus.publish(call.member.id, { type: 'logged-out' });
  call.log.info({ event: 'account.opened', member: memberId, site: site.key }, 'account opened');
  if (first) await sendSignupMessage(context, { memberId, ...first });
  return { user: await readUser(context, memberId) };
}

/**
 * Checks everything but the address before the address is looked up: otherwise a taken name would reveal, without
 * opening an account, which addresses have none.
 */
async function checkApartFromEmail({ context, site }: Call, input: SignUp, memberId: string): Promise<void> {
  const { database } = context;
  const owner = await database.first(findNameOwner, { key: nameKey(input.name) });
  refuseFields({ name: owner && owner.member_id !== memberId ? 'name.taken' : undefined });
  resolvePlace(input.country as Country, input.countryregion || null, input.town || null);
  const credits = site.settings.signup_credits;
  await checkFirstMessage(database, site, firstMessageOf(input), { memberId, credits });
}

/** A refusal after the address was found free, such as for a name taken meanwhile, reveals that it is free. */
async function countRefusal(call: Call, email: string, error: unknown): Promise<never> {
  if (error instanceof Failure) await countProbe(call, email);
  throw error;
}

/** Refuses an address that has an account; true for an account of a discreet site, which must stay secret. */
async function isHidden(call: Call, email: string): Promise<boolean> {
  const { context, site } = call;
  await guardProbes(call, email);
  const known = await findAccountAt(context.database, site, email);
  if (!known) return false;
  const home = await context.sites.ofMember(known.site, null);
  if (!home.settings.account_discretion) return refuseTaken(call, email, known.status);
  // A new address gets a session at once here, so the answer reveals the account.
  await countProbe(call, email);
  return true;
}

async function refuseTaken(call: Call, email: string, status = 'active'): Promise<never> {
  await countProbe(call, email);
  refuse(status === 'pending_deletion' ? 'account.pending-deletion' : 'email.taken');
}

/** Writes the account and returns its session token; undefined if the address is taken. */
async function createAccount(
  tx: Transaction,
  call: Call,
  account: NewAccount,
  first: FirstMessage | undefined,
): Promise<string | undefined> {
  const { context, site } = call;
  const { memberId } = account;
  if ((await tx.run(insertEmail, { key: emailKeyAt(site, account.email), memberId })) === 0) return undefined;
  const isNew = (await tx.run(insertName, { key: nameKey(account.name), memberId })) === 1;
  refuseFields({ name: isNew ? undefined : 'name.taken' });
  const credits = await openAccount(tx, call, account);
  await checkFirstMessage(tx, site, first, { memberId, credits });
  const { waitMs } = await takeOutgoing(tx, context, 'sign-up', { receiver: account.email, ip: call.ip });
  // An account whose email cannot be sent would still tell its owner to look for it.
  if (waitMs > 0) throw new Failure('request.too-many', retryAfter(waitMs));
  await queueActivationMail(tx, call, memberId);
  await queuePostback(context, tx, { memberId, act: 'sign-up' });
  await knowSource(tx, call, memberId);
  return startSession(tx, call, memberId);
}

/** A discreet site sends nothing before the address is confirmed: it would reveal the account to the receiver. */
async function checkFirstMessage(
  reader: Reader,
  site: Site,
  first: FirstMessage | undefined,
  by: { memberId: string; credits: number },
): Promise<void> {
  if (!first) return;
  const canSend = !site.settings.account_discretion && (await canBegin(reader, { ...by, toId: first.toId, site }));
  refuseFields({ signup_message: canSend ? undefined : 'signup.message' });
}

interface FirstMessage {
  toId: string;
  text: string;
}

function firstMessageOf(input: SignUp): FirstMessage | undefined {
  const { signup_message: text = '', signup_message_to: toId } = input;
  return isBlank(text) || toId === undefined ? undefined : { toId, text: text.trim() };
}
