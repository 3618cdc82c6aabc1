import { randomUUID } from 'node:crypto';

import { supportCommands } from '../../server/support/commands.ts';
import { asStaff } from './as-staff.ts';
import type { Outcome, TestApp, TestClient } from './test-app.ts';

/** Builds the fields of a complaint form. */
export function buildComplaint(changes: object = {}) {
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

export function report(client: TestClient, fields: object): Promise<Outcome<'sendReport'>> {
  return client.call('sendReport', { reason: 'harassment', block: false, idempotency_key: randomUUID(), ...fields });
}

/** Returns the mails to an address after all jobs have run. */
export async function mailsTo(
  test: TestApp,
  email: string,
): Promise<{ subject: string; text: string; html: string }[]> {
  await test.runJobs();
  return (await test.outbox()).filter(({ to }) => to === email);
}

type Said = { code: number; said: string };

/** Runs a command of support as Mo. Returns its exit code and output. */
export function runSupport(test: TestApp, act: keyof typeof supportCommands, ...words: string[]): Promise<Said> {
  return runSupportAs('mo', test, act, ...words);
}

/** Runs a command of support as another person. */
export async function runSupportAs(
  who: string,
  test: TestApp,
  act: keyof typeof supportCommands,
  ...words: string[]
): Promise<Said> {
  const lines: string[] = [];
  const code = await supportCommands[act](asStaff(test.context, who), words, (line) => lines.push(line));
  return { code, said: lines.join('\n') };
}
