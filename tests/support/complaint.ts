import { randomUUID } from 'node:crypto';

import { deskComplaints } from '../../server/support/desk-complaints.ts';
import { atDesk } from './at-desk.ts';
import type { Outcome, TestApp, TestClient } from './test-app.ts';

/** What somebody writes into the form for complaints. */
export function complaintOf(changes: object = {}) {
  return {
    kind: 'rules',
    text: 'Somebody sells watches.\nAgain and again.',
    url: 'https://localhost/members/1',
    name: 'Vera de Vries',
    email: `${randomUUID()}@example.org`,
    good_faith: true,
    idempotency_key: randomUUID(),
    ...changes,
  };
}

/** Reports something under a fresh key. */
export function report(client: TestClient, fields: object): Promise<Outcome<'sendReport'>> {
  return client.call('sendReport', { reason: 'harassment', block: false, idempotency_key: randomUUID(), ...fields });
}

/** The mails to an address after all jobs. */
export async function mailsTo(
  test: TestApp,
  email: string,
): Promise<{ subject: string; text: string; html: string }[]> {
  await test.runJobs();
  return (await test.outbox()).filter(({ to }) => to === email);
}

type Said = { code: number; said: string };

/** Runs a command of the desk as Mo, and returns its exit code and what it prints. */
export function desk(test: TestApp, act: keyof typeof deskComplaints, ...words: string[]): Promise<Said> {
  return deskAs('mo', test, act, ...words);
}

/** The same as somebody else. */
export async function deskAs(
  who: string,
  test: TestApp,
  act: keyof typeof deskComplaints,
  ...words: string[]
): Promise<Said> {
  const lines: string[] = [];
  const code = await deskComplaints[act](atDesk(test.context, who), words, (line) => lines.push(line));
  return { code, said: lines.join('\n') };
}
