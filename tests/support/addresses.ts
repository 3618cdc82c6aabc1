import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import type { OutboxEntry } from '../../server/platform/outbox.ts';
import { type Outcome, type TestApp, type TestClient, testPassword } from './test-app.ts';

const password = testPassword;

export const address = (): string => `${randomUUID()}@example.org`;

/** Runs queued jobs and forgets failed attempts, between the tests of a file. */
export async function forgetAttempts(test: TestApp): Promise<void> {
  await test.runJobs();
  await test.sql('delete from attempts');
}

/** Common steps of tests about addresses, passwords and their mails. */
export interface Addresses {
  /** The mails to an address, newest first. */
  mails(to: string): Promise<OutboxEntry[]>;
  /** The token of the newest link about an address change; '' if there is none. */
  linkTo(to: string): Promise<string>;
  /** The token of any link in the newest mail to an address; '' if there is none. */
  tokenTo(to: string): Promise<string>;
  resetToken(email: string): Promise<string>;
  follow(token: string, client?: TestClient): Promise<Outcome<'confirmMailChange'>>;
  ask(client: TestClient, email: string): Promise<Outcome<'changeEmail'>>;
  canLogIn(login: string, secret?: string): Promise<boolean>;
  member(confirmed?: boolean): Promise<{ client: TestClient; email: string }>;
  /** A member whose address was changed to each of these in order, with the links that undo each change. */
  changed(...emails: string[]): Promise<{ client: TestClient; email: string; undo: string[] }>;
}

export const fetchUser = async (client: TestClient) => (await client.call('getUser')).body.user;

export function createAddressTools(find: () => TestApp): Addresses {
  const mails: Addresses['mails'] = async (to) => {
    await find().runJobs();
    return (await find().outbox()).filter((entry) => entry.to === to);
  };
  const tokenIn = async (to: string, link: RegExp): Promise<string> =>
    link.exec((await mails(to))[0]?.text ?? '')?.[1] ?? '';
  const linkTo: Addresses['linkTo'] = (to) => tokenIn(to, /mail-change\/do\?token=([\w-]+)/);
  const tokenTo: Addresses['tokenTo'] = (to) => tokenIn(to, /[?&]token=([\w-]+)/);
  const follow: Addresses['follow'] = (token, client = find().client()) => client.call('confirmMailChange', { token });
  const ask: Addresses['ask'] = (client, email) => client.call('changeEmail', { email, password });
  const member: Addresses['member'] = async (confirmed = true) => {
    const email = address();
    return { client: await find().member({ email, confirmed }), email };
  };
  return {
    mails,
    linkTo,
    tokenTo,
    resetToken: async (email) => {
      expect((await find().client().call('requestPasswordReset', { email })).body).toEqual({ ok: true });
      return tokenTo(email);
    },
    follow,
    ask,
    member,
    canLogIn: async (login, secret = password) =>
      (await find().client().call('logIn', { login, password: secret })).status === 200,
    changed: async (...emails) => {
      const { client, email } = await member();
      const undo: string[] = [];
      for (const [index, next] of emails.entries()) {
        expect((await ask(client, next)).body).toEqual({ ok: true });
        expect((await follow(await linkTo(next))).body).toEqual({ outcome: 'changed', reset_token: null });
        undo.push(await linkTo(index === 0 ? email : (emails[index - 1] ?? '')));
      }
      return { client, email, undo };
    },
  };
}
