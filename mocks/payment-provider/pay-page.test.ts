import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderFields, startReceiver, startSandbox } from './testing.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describe('the pay page', () => {
  it('has buttons that set the state, send one webhook and redirect back', async () => {
    const receiver = await startReceiver();
    const buttons = { pay: 'paid', fail: 'failed', cancel: 'canceled' };
    for (const [index, [action, status]] of Object.entries(buttons).entries()) {
      const { id } = await sandbox.create({ webhookUrl: receiver.url });
      const answers = await Promise.all(Array.from({ length: 10 }, () => sandbox.press(id, action)));
      answers.push(await sandbox.press(id, 'fail'));
      for (const { status: code, headers } of answers)
        expect([code, headers.get('location')]).toEqual([303, orderFields.redirectUrl]);
      expect((await sandbox.get(id)).body).toMatchObject({ status, [`${status}At`]: expect.any(String) });
      const received = await receiver.waitFor(index + 1);
      expect(received.filter(({ body }) => body === `id=${id}`)).toHaveLength(1);
    }
    await receiver.close();
  });

  it('has the amount and the name of the method', async () => {
    const { id } = await sandbox.create({ locale: 'de_DE', method: 'banktransfer' });
    const html = await (await sandbox.page(id)).text();
    for (const part of ['€14.99', 'Bank transfer', 'no money moves here']) expect(html).toContain(part);
  });

  it('escapes untrusted text, loads no outside resources and runs no script', async () => {
    const { id } = await sandbox.create({ description: '<script>alert("1")</script>' });
    const response = await sandbox.page(id);
    const html = await response.text();
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)');
    expect(html).not.toMatch(/(src|href)="https?:\/\/(?!shop\.test)/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
