import { randomUUID } from 'node:crypto';

import type { Input } from '../../contract/index.ts';
import type { Country } from '../../contract/countries.ts';
import { termsDate } from '../../contract/terms.ts';
import { type Tracking, admitsSignUp } from '../../contract/tracking.ts';
import { cleanName, nameKey } from '../../contract/username.ts';
import { canBegin, sendSignupMessage } from '../chat/send/send-signup-message.ts';
import { openWallet } from '../credits/open-wallet.ts';
import { resolvePlace } from '../geo/resolve-place.ts';
import { createProfile } from '../members/create-profile.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { Failure, must, refuse, refuseFields } from '../platform/failure.ts';
import type { Call, Handler } from '../platform/handler.ts';
import type { Site } from '../platform/site.ts';
import { closeSession, openSession } from './sessions/sessions.ts';
import { cleanEmail, emailKey } from './email-rules.ts';
import { sensitiveConsentVersion } from './record-consent.ts';
import { hashPassword } from './passwords.ts';
import { countProbe, guardProbes } from './probes.ts';
import { findByEmail, findNameOwner, insertEmail, insertMember, insertName } from './queries.ts';
import { queueMail } from './queue-mail.ts';
import { readUser } from './read-user.ts';
import { signUpErrors, signUpValues } from './sign-up-rules.ts';

type SignUp = Input<'signUp'>;

/**
 * Opens an account in one transaction: member, address, name, profile, wallet with the site's welcome credits, session
 * and activation mail (specification, sections 4, 5 and 8). Throws input.invalid with the fields that do not fit,
 * signup.invite-only, and email.taken or account.pending-deletion within the limits for such answers.
 */
export const signUp: Handler<'signUp'> = async (input, call) => {
  const { context, site } = call;
  const now = context.clock.now();
  refuseFields(signUpErrors(input, site.settings, now), signUpValues(site.settings));
  must(admitsSignUp(site.settings.signups, trackingOf(input, call)), 'signup.invite-only');
  const memberId = randomUUID();
  await checkApartFromEmail(call, input, memberId);
  await guardProbes(call, input.email);
  await refuseKnownEmail(call, input.email);
  const passwordHash = await hashPassword(input.password);
  const token = await context.database
    .transaction((tx) => createAccount(tx, call, input, { memberId, passwordHash, now }))
    .catch((error: unknown) => countRefusal(call, input.email, error));
  // Another sign-up took the address after the check.
  if (token === undefined) return refuseTaken(call, input.email);
  call.session.set(token);
  if (call.member) context.bus.publish(call.member.id, { type: 'logged-out' });
  call.log.info({ event: 'account.opened', member: memberId, site: site.key }, 'account opened');
  const first = firstMessageOf(input);
  if (first) await sendSignupMessage(context, { memberId, ...first });
  return { user: await readUser(context, memberId) };
};

/** The tracking fields of the form, or else what is known about the visitor. */
function trackingOf(input: SignUp, call: Call): Tracking | undefined {
  return input.tracking ?? call.tracking;
}

/**
 * Refuses what has nothing to do with the address before the address is looked up: otherwise a taken name would tell
 * everybody which addresses have no account, without opening one.
 */
async function checkApartFromEmail({ context, site }: Call, input: SignUp, memberId: string): Promise<void> {
  const { database } = context;
  const owner = await database.first(findNameOwner, { key: nameKey(input.name) });
  refuseFields({ name: owner ? 'name.taken' : undefined });
  resolvePlace(input.country as Country, input.countryregion || null, input.town || null);
  await checkFirstMessage(database, site, input, memberId);
}

/** A refusal after the address was found to be free, such as for a name that was taken meanwhile, reveals that it is. */
async function countRefusal(call: Call, email: string, error: unknown): Promise<never> {
  if (error instanceof Failure) await countProbe(call, email);
  throw error;
}

async function refuseKnownEmail(call: Call, email: string): Promise<void> {
  const known = await call.context.database.first(findByEmail, { key: emailKey(email) });
  if (known) await refuseTaken(call, email, known.status);
}

async function refuseTaken(call: Call, email: string, status = 'active'): Promise<never> {
  await countProbe(call, email);
  refuse(status === 'pending_deletion' ? 'account.pending-deletion' : 'email.taken');
}

/** Writes the account and returns its session token; undefined if the address is taken. */
async function createAccount(
  tx: Transaction,
  call: Call,
  input: SignUp,
  { memberId, passwordHash, now }: { memberId: string; passwordHash: string; now: Date },
): Promise<string | undefined> {
  const { site, session } = call;
  if ((await tx.run(insertEmail, { key: emailKey(input.email), memberId })) === 0) return undefined;
  const isNew = (await tx.run(insertName, { key: nameKey(input.name), memberId })) === 1;
  refuseFields({ name: isNew ? undefined : 'name.taken' });
  const name = cleanName(input.name);
  const consent = input.consent_sensitive;
  await tx.run(insertMember, {
    memberId,
    site: site.key,
    email: cleanEmail(input.email),
    name,
    passwordHash,
    language: call.language,
    country: input.country,
    now,
    termsVersion: termsDate(site.company.added),
    consentVersion: consent ? sensitiveConsentVersion : null,
    consentAt: consent ? now : null,
    tracking: trackingOf(input, call) ?? null,
  });
  await createProfile(tx, {
    memberId,
    name,
    gender: input.gender,
    sexuality: consent ? (input.sexuality ?? null) : null,
    dateOfBirth: input.date_of_birth,
    country: input.country as Country,
    region: input.countryregion || null,
    town: input.town || null,
    pool: site.pool,
    now,
  });
  await openWallet(tx, memberId, site.settings.signup_credits, now);
  await checkFirstMessage(tx, site, input, memberId);
  await queueMail(tx, call, 'activation', memberId);
  if (session.token) await closeSession(tx, session.token);
  return openSession(tx, memberId, call.client, now);
}

async function checkFirstMessage(reader: Reader, site: Site, input: SignUp, memberId: string): Promise<void> {
  const first = firstMessageOf(input);
  const credits = site.settings.signup_credits;
  const isLost = first && !(await canBegin(reader, { memberId, toId: first.toId, site, credits }));
  refuseFields({ signup_message: isLost ? 'signup.message' : undefined });
}

/** The first message written while signing up, and its receiver. */
function firstMessageOf(input: SignUp): { toId: string; text: string } | undefined {
  const text = input.signup_message?.trim() ?? '';
  const toId = input.signup_message_to;
  return text === '' || toId === undefined ? undefined : { toId, text };
}
