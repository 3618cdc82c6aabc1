import { setTimeout as wait } from 'node:timers/promises';

import { block, read, remove, send } from './act-chat.ts';
import { buy } from './act-money.ts';
import { persist } from './client.ts';
import type { Random } from './random.ts';
import { type Scene, accuse, callAs } from './scene.ts';
import type { Newcomer, Person } from './story.ts';

type Act = (scene: Scene, me: Person, random: Random) => Promise<void>;

/** What members do, and how often of a hundred times. */
const acts: [number, Act][] = [
  [52, send],
  [12, read],
  [10, buy],
  [9, like],
  [6, search],
  [5, remove],
  [3, signUp],
  [2, block],
  [1, readStatement],
];

/** A member acts `count` times, one after the other, with pauses between. */
export async function actAs(scene: Scene, me: Person, random: Random, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    // Choices of its own for each act: how often one is repeated does not change the next.
    const own = random.fork(`act-${number}`);
    let chosen = own.between(1, 100);
    const act = acts.find(([share]) => (chosen -= share) <= 0)?.[1] ?? send;
    await act(scene, me, own);
    await wait(own.between(0, 60));
  }
}

async function like(scene: Scene, me: Person, random: Random): Promise<void> {
  const other = random.pick(scene.story.people.filter((person) => person !== me)).id;
  const { outcome } = await persist(() => callAs(scene, me, random, 'addLike', { profile: other }));
  if (outcome?.ok) scene.story.likes.push({ from: me.id, to: other });
}

async function search(scene: Scene, me: Person, random: Random): Promise<void> {
  const { outcome } = await persist(() => callAs(scene, me, random, 'searchProfiles', {}));
  if (!outcome?.ok) accuse(scene, 'stuck', `a search of ${me.id} was not answered`);
}

async function readStatement(scene: Scene, me: Person, random: Random): Promise<void> {
  await persist(() => callAs(scene, me, random, 'listLedger', {}));
}

const password = 'a quiet evening by the sea';

/** Somebody signs up. An address that is taken after an attempt without an answer is their own: they log in. */
async function signUp(scene: Scene, _me: Person, random: Random): Promise<void> {
  const id = random.uuid();
  const newcomer: Newcomer = {
    email: `${id}@example.net`,
    name: `New ${id.slice(0, 8)}`,
    signedUp: false,
    token: undefined,
  };
  scene.story.newcomers.push(newcomer);
  const form = {
    email: newcomer.email,
    password,
    name: newcomer.name,
    date_of_birth: '1990-05-17',
    gender: 'male',
    sexuality: 'hetero',
    country: 'NL',
    town: 'nl-haarlem',
    accept_terms: true,
    consent_sensitive: true,
  };
  const nobody = { token: undefined as unknown as string };
  const { outcome, attempts } = await persist(() => callAs(scene, nobody, random, 'signUp', form));
  if (outcome?.ok) return void Object.assign(newcomer, { signedUp: true, token: outcome.token });
  if (attempts === 1 || outcome?.code !== 'email.taken')
    return accuse(scene, 'sign-up', `${newcomer.email}: ${outcome?.code ?? 'never answered'}`);
  const logIn = { login: newcomer.email, password };
  const entered = (await persist(() => callAs(scene, nobody, random, 'logIn', logIn))).outcome;
  if (!entered?.ok) return accuse(scene, 'sign-up', `${newcomer.email} is taken and cannot log in`);
  Object.assign(newcomer, { signedUp: true, token: entered.token });
}
