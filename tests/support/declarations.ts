import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { withdrawalCommands } from '../../server/payments/withdrawal/commands.ts';
import { runAsStaff } from './as-staff.ts';
import type { Shop } from './payments.ts';

/** Offers the steps for withdrawals that are declared without a login. */
export function declarationsAt(shop: Shop) {
  const newAddress = (): string => `${randomUUID()}@example.org`;
  const declare = (fields: object) =>
    shop.test.client().call('declareWithdrawal', {
      name: 'Vera de Vries',
      email: newAddress(),
      idempotency_key: randomUUID(),
      ...fields,
    });
  /** Runs the jobs that look for the order, and then those that send the mails about it. */
  const runJobs = async (): Promise<void> => {
    await shop.test.runJobs();
    await shop.test.runJobs();
  };
  const mailsTo = async (email: string): Promise<{ subject: string; text: string; html: string }[]> => {
    await runJobs();
    return (await shop.test.outbox()).filter(({ to }) => to === email);
  };

  return {
    newAddress,
    declare,
    /** Sends the form; returns the declaration's id. */
    async declared(fields: object = {}): Promise<string> {
      const id = randomUUID();
      expect((await declare({ idempotency_key: id, ...fields })).status).toBe(200);
      await runJobs();
      return id;
    },
    mailsTo,
    /** The links in the mails to an address, newest first. */
    async linksTo(email: string): Promise<{ request: string; token: string }[]> {
      return (await mailsTo(email)).flatMap(({ text }) => {
        const [, request = '', token = ''] = /request=([\w-]+)&token=([\w-]+)/.exec(text) ?? [];
        return token === '' ? [] : [{ request, token }];
      });
    },
    runStaff: async (...words: string[]) =>
      (await runAsStaff(withdrawalCommands, shop.test.context, words)).said.join('\n'),
  };
}
