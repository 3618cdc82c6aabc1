import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';
import { smtpMailer, startMailServer } from '../../tests/support/smtp.ts';
import type { AppContext } from '../context.ts';
import { writeReceipts } from '../payments/receipts/write-receipts.ts';
import { orderConfirmation } from '../payments/payment-mail.ts';
import { sendMail } from './send-mail.ts';
import type { MailJob, MailTemplate } from './queue-mail.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function bought(language = 'en') {
  const { buyer, paymentId, id } = await shop.pending();
  await buyer.call('updateUser', { language });
  await shop.test.runJobs();
  await shop.control(id, { status: 'paid' });
  await shop.hook(id);
  await writeReceipts(shop.test.context, { member_id: buyer.id, payment_id: paymentId });
  const payload: MailJob = { kind: 'order-confirmation', member_id: buyer.id, id: paymentId };
  return { buyer, paymentId, payload };
}

const withAttachment: MailTemplate = {
  ...orderConfirmation,
  write: async (call) => {
    const content = await orderConfirmation.write(call);
    const attachments = [{ filename: 'zażółć.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1') }];
    return content && { ...content, attachments };
  },
};

const attaching = (): AppContext => ({
  ...shop.test.context,
  declared: { ...shop.test.context.declared, mail: [withAttachment] },
});

describe('a mail about an order', () => {
  it('is queued with only its kind and ids, and written in the language of the member', async () => {
    const { buyer, paymentId } = await bought('pl');
    const jobs = await shop.test.sql<{ payload: object }>(
      `select payload from graphile_worker._private_jobs where payload->>'kind' = 'order-confirmation'`,
    );
    expect(jobs.map(({ payload }) => payload)).toEqual([
      { kind: 'order-confirmation', member_id: buyer.id, id: paymentId, origin: 'http://localhost' },
    ]);
    await shop.test.runJobs();
    const [email] = await shop.test.outbox();
    const number = paymentId.slice(0, 8).toUpperCase();
    expect(email?.subject).toBe(`Twoje zamówienie ${number}`);
    for (const content of [email?.text, email?.html]) {
      expect(content).toContain(number);
      expect(content).toContain('19,99');
      expect(content).toContain(`http://localhost`);
      expect(content).toContain(`/transactions/${paymentId}`);
      expect(content).not.toMatch(/receipts\.|payments\.[a-z]/);
    }
  });

  it('keeps its Message-ID when its job runs again, and shares it with no other job', async () => {
    const { payload } = await bought();
    const server = await startMailServer();
    const { context } = shop.test;
    const before = context.mailer;
    context.mailer = smtpMailer(server);
    const job = { id: '7', created_at: new Date('2026-11-22T10:00:00Z') };
    for (const run of [job, job, { ...job, id: '8' }, { ...job, created_at: new Date('2027-01-01T10:00:00Z') }])
      await sendMail(attaching(), payload, { job: run });
    context.mailer = before;
    await server.close();
    const ids = server.received.map(({ raw }) => /^message-id: (<.+>)/im.exec(raw)?.[1]);
    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@tealight\.example>$/);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
    expect(server.received[0]?.raw).toContain('Content-Type: application/pdf');
    expect(server.received[0]?.raw).toContain(Buffer.from('%PDF-1').toString('base64'));
  });

  it('keeps attachments in the outbox, as base64', async () => {
    const { payload } = await bought();
    await sendMail(attaching(), payload);
    const [email] = await shop.test.outbox();
    expect(email?.attachments).toEqual([
      { filename: 'zażółć.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1').toString('base64') },
    ]);
  });

  it('is sent to a banned account that bought something, but not to a deleted one', async () => {
    const { buyer, payload } = await bought();
    await shop.test.runJobs();
    const count = async (): Promise<number> => (await shop.test.outbox()).length;
    const before = await count();
    await shop.test.sql(`update members set status = 'deleted' where member_id = $1`, [buyer.id]);
    await sendMail(shop.test.context, payload);
    expect(await count()).toBe(before);
    await shop.test.sql(`update members set status = 'banned' where member_id = $1`, [buyer.id]);
    await sendMail(shop.test.context, payload);
    expect(await count()).toBe(before + 1);
  });
});
