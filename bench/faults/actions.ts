import { setTimeout as wait } from 'node:timers/promises';

import { block, read, remove, send } from './chat-actions.ts';
import { storeCard } from './card-actions.ts';
import { payByDebit } from './debit-actions.ts';
import { raceForDiscount } from './discount-actions.ts';
import { buy } from './payment-actions.ts';
import { persist } from './client.ts';
import type { Random } from './random.ts';
import { type RoundContext, reportViolation, callAs } from './round-context.ts';
import type { Newcomer, TestMember } from './model.ts';

type Action = (context: RoundContext, me: TestMember, random: Random) => Promise<void>;

/** The members' actions, with their shares in percent. */
const actions: [number, Action][] = [
  [42, send],
  [10, read],
  [11, buy],
  [4, storeCard],
  [4, payByDebit],
  [3, raceForDiscount],
  [8, like],
  [5, search],
  [6, remove],
  [3, signUp],
  [2, block],
  [1, readStatement],
];

/** Performs `count` random actions of a member, one after the other, with short pauses. */
export async function runActions(context: RoundContext, me: TestMember, random: Random, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    // Every action has its own random stream, so that repeated calls do not change later actions.
    const own = random.fork(`act-${number}`);
    let chosen = own.between(1, 100);
    const action = actions.find(([share]) => (chosen -= share) <= 0)?.[1] ?? send;
    await action(context, me, own);
    await wait(own.between(0, 60));
  }
}

async function like(context: RoundContext, me: TestMember, random: Random): Promise<void> {
  const other = random.pick(context.model.members.filter((member) => member !== me)).id;
  const { outcome } = await persist(() => callAs(context, me, random, 'addLike', { profile: other }));
  if (outcome?.ok) context.model.likes.push({ from: me.id, to: other });
}

async function search(context: RoundContext, me: TestMember, random: Random): Promise<void> {
  const { outcome } = await persist(() => callAs(context, me, random, 'searchProfiles', {}));
  if (!outcome?.ok) reportViolation(context, 'stuck', `a search of ${me.id} was not answered`);
}

async function readStatement(context: RoundContext, me: TestMember, random: Random): Promise<void> {
  await persist(() => callAs(context, me, random, 'listLedger', {}));
}

const password = 'a quiet evening by the sea';

/** Signs up a visitor. If an unanswered call already created the account, the repeated form logs in. */
async function signUp(context: RoundContext, _me: TestMember, random: Random): Promise<void> {
  const id = random.uuid();
  const newcomer: Newcomer = {
    email: `${id}@example.net`,
    name: `New ${id.slice(0, 8)}`,
    signedUp: false,
    token: undefined,
  };
  context.model.newcomers.push(newcomer);
  const form = {
    email: newcomer.email,
    password,
    idempotency_key: random.uuid(),
    name: newcomer.name,
    date_of_birth: '1990-05-17',
    gender: 'male',
    sexuality: 'hetero',
    country: 'NL',
    town: 'nl-haarlem',
    accept_terms: true,
    consent_sensitive: true,
  };
  const visitor = { token: undefined as unknown as string };
  const { outcome } = await persist(() => callAs(context, visitor, random, 'signUp', form));
  if (!outcome?.ok)
    return reportViolation(context, 'sign-up', `${newcomer.email}: ${outcome?.code ?? 'never answered'}`);
  Object.assign(newcomer, { signedUp: true, token: outcome.token });
}
