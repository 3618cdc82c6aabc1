import { isEmail } from '../../contract/accounts/email.ts';
import { passwordValues } from '../../contract/accounts/password.ts';
import { nameKey } from '../../contract/accounts/username.ts';
import { isTooLong } from '../../contract/chat/message-text.ts';
import type { Input, Output } from '../../contract/index.ts';
import { birthDateError } from '../../contract/members/birth-date.ts';
import type { Country } from '../../contract/platform/countries.ts';
import type { ErrorCode } from '../../contract/platform/errors.ts';
import { isBlank } from '../../contract/platform/text.ts';
import { admitsSignUp, hasTrafficSource } from '../../contract/sources/tracking.ts';
import { canSendFirstMessage, sendSignupMessage } from '../chat/send/send.ts';
import { resolvePlace } from '../geo/towns.ts';
import { consumeMailBudget } from '../mail/outgoing-budgets.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { Failure, must, refuse, refuseFields, retryAfter } from '../platform/failure.ts';
import type { Call, Handler } from '../platform/handler.ts';
import type { Site } from '../platform/site.ts';
import { queuePostback } from '../sources/queue-postback.ts';
import { queueActivationMail } from './account-mail.ts';
import { countProbe, guardProbes } from './attempts.ts';
import { emailKeyAt, findAccountAt } from './find-account.ts';
import { rememberLoginSource } from './login-attempts.ts';
import { nameError } from './name-rules.ts';
import { type NewAccount, openAccount, toNewAccount } from './new-account.ts';
import { passwordError } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { findNameOwner, insertEmail, insertName } from './queries.ts';
import { readUser } from './read-user.ts';
import { deriveMemberId, orLogInAgain } from './repeat-sign-up.ts';
import { requestAccount } from './request-account.ts';
import { startSession } from './sessions/sessions.ts';

type SignUp = Input<'signUp'>;

/**
 * Opens an account in one transaction (specification, sections 4, 5 and 8). A discreet site only requests it, gives
 * every address the same response and tells the rest by mail. A form sent again under its key enters its account.
 * Throws input.invalid, signup.invite-only, request.key-reused, request.too-many after eight mails in a day to one
 * mailbox, and email.taken or account.pending-deletion within the limits of such responses.
 */
export const signUp: Handler<'signUp'> = async (input, call) => {
  const { context, site } = call;
  refuseFields(signUpErrors(input, site.settings, context.clock.now()), signUpValues(site.settings));
  must(
    admitsSignUp(site.settings.signups, hasTrafficSource(input.tracking ?? call.visit.tracking)),
    'signup.invite-only',
  );
  const memberId = deriveMemberId(call, input);
  return orLogInAgain(call, memberId, input, () => signUpAs(memberId, input, call));
};

async function signUpAs(memberId: MemberId, input: SignUp, call: Call): Promise<Output<'signUp'>> {
  const { site } = call;
  await checkApartFromEmail(call, input, memberId);
  const isDiscreet = site.settings.account_discretion || (await isHidden(call, input.email));
  const passwordHash = await hashPassword(input.password);
  const account = await toNewAccount(input, call, { memberId, passwordHash });
  if (!isDiscreet) return signUpOpenly(call, account, readFirstMessage(input));
  // A job opens the account, so that the response is the same for every address.
  await requestAccount(call, account);
  return { user: null };
}

/** Opens the account and its session at once. */
async function signUpOpenly(
  call: Call,
  account: NewAccount,
  first: FirstMessage | undefined,
): Promise<Output<'signUp'>> {
  const { context, site } = call;
  const { memberId, email } = account;
  const token = await context.database
    .transaction((tx) => createAccount(tx, call, account, first))
    .catch((error: unknown) => countRefusal(call, email, error));
  // Another sign-up took the address after the check.
  if (token === undefined) return refuseTaken(call, email);
  call.session.set(token);
  if (call.member) context.bus.publish(call.member.id, { type: 'logged-out' });
  call.log.info({ event: 'account.opened', member: memberId, site: site.key }, 'account opened');
  if (first) await sendSignupMessage(context, { memberId, ...first });
  return { user: await readUser(context, memberId) };
}

/**
 * Checks the name, the place and the first message before the address is looked up: otherwise a taken name would reveal
 * which addresses have no account.
 */
async function checkApartFromEmail({ context, site }: Call, input: SignUp, memberId: MemberId): Promise<void> {
  const { database } = context;
  const owner = await database.first(findNameOwner, { key: nameKey(input.name) });
  refuseFields({ name: owner && owner.member_id !== memberId ? 'name.taken' : undefined });
  resolvePlace(input.country as Country, input.countryregion || null, input.town || null);
  const credits = site.settings.signup_credits;
  await checkFirstMessage(database, site, readFirstMessage(input), { memberId, credits });
}

/** Counts a refusal that reveals a free address, such as that of a name that was taken after the check. */
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
  // A new address gets a session at once here, so the response reveals the account.
  await countProbe(call, email);
  return true;
}

async function refuseTaken(call: Call, email: string, status = 'active'): Promise<never> {
  await countProbe(call, email);
  refuse(status === 'pending_deletion' ? 'account.pending-deletion' : 'email.taken');
}

/** Returns the session token; undefined if the address is taken. */
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
  const { waitMs } = await consumeMailBudget(tx, context, 'sign-up', { receiver: account.email, ip: call.ip });
  // An account whose mail cannot be sent would still tell its owner to look for it.
  if (waitMs > 0) throw new Failure('request.too-many', retryAfter(waitMs));
  await queueActivationMail(tx, call, memberId);
  await queuePostback(context, tx, { memberId, act: 'sign-up' });
  await rememberLoginSource(tx, call, memberId);
  return startSession(tx, call, memberId);
}

/**
 * Refuses a first message that could not be sent. A discreet site sends none before the address is confirmed: it would
 * reveal the account to the receiver.
 */
async function checkFirstMessage(
  reader: Reader,
  site: Site,
  first: FirstMessage | undefined,
  by: { memberId: MemberId; credits: number },
): Promise<void> {
  if (!first) return;
  const canSend =
    !site.settings.account_discretion && (await canSendFirstMessage(reader, { ...by, toId: first.toId, site }));
  refuseFields({ signup_message: canSend ? undefined : 'signup.message' });
}

interface FirstMessage {
  toId: MemberId;
  text: string;
}

function readFirstMessage(input: SignUp): FirstMessage | undefined {
  const { signup_message: text = '', signup_message_to: toId } = input;
  return isBlank(text) || toId === undefined ? undefined : { toId, text: text.trim() };
}

type Settings = Pick<Output<'getSettings'>, 'min_age' | 'countries' | 'message_length'>;

/** Returns the errors of a sign-up, one code per field (specification, section 5). */
function signUpErrors(input: Input<'signUp'>, settings: Settings, now: Date): Record<string, ErrorCode | undefined> {
  return {
    email: isEmail(input.email) ? undefined : 'email.invalid',
    name: nameError(input.name, input.email),
    date_of_birth: birthDateError(input.date_of_birth, settings.min_age, now),
    password: passwordError(input.password, input),
    country: (settings.countries as readonly string[]).includes(input.country) ? undefined : 'field.invalid',
    accept_terms: input.accept_terms ? undefined : 'terms.not-accepted',
    signup_message: isTooLong(input.signup_message ?? '', settings) ? 'field.too-long' : undefined,
  };
}

function signUpValues(settings: Settings): Record<string, number> {
  return { min_age: settings.min_age, ...passwordValues };
}
