import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payPageTexts } from './pay-page.data.ts';
import { startReceiver, startSandbox } from './testing.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  [sandbox, receiver] = await Promise.all([startSandbox(), startReceiver()]);
});
afterAll(() => Promise.all([sandbox.close(), receiver.close()]));

const listDeliveries = (id: string) => receiver.received.filter(({ body }) => body === `id=${id}`);

describe('the buttons', () => {
  it.each([
    ['pay', 'paid', 'paidAt'],
    ['fail', 'failed', 'failedAt'],
    ['cancel', 'canceled', 'canceledAt'],
  ])('%s makes the payment %s, sends one webhook and redirects back', async (action, status, moment) => {
    const { id } = await sandbox.create({ webhookUrl: receiver.url });
    const before = receiver.received.length;
    const response = await sandbox.press(id, action);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('http://shop.test/transactions/1');
    expect((await sandbox.get(id)).body).toMatchObject({ status, [moment]: expect.any(String) });
    await receiver.waitFor(before + 1);
    expect(listDeliveries(id)).toHaveLength(1);
  });

  it('redirect to the cancel URL on cancel if there is one', async () => {
    const { id } = await sandbox.create({ cancelUrl: 'http://shop.test/credits' });
    expect((await sandbox.press(id, 'cancel')).headers.get('location')).toBe('http://shop.test/credits');
  });

  it('redirect back and change nothing on leave open', async () => {
    const before = await sandbox.create({ webhookUrl: receiver.url });
    const response = await sandbox.press(before['id'], 'open');
    expect([response.status, response.headers.get('location')]).toEqual([303, before['redirectUrl']]);
    expect((await sandbox.get(before['id'])).body).toEqual(before);
    expect((await sandbox.call('GET', `/control/webhooks?payment=${before['id']}`)).body['count']).toBe(0);
  });

  it('pay once and send one webhook when pay is pressed 10 times in parallel', async () => {
    const { id } = await sandbox.create({ webhookUrl: receiver.url });
    const before = receiver.received.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => sandbox.press(id, 'pay')));
    expect(answers.every(({ status }) => status === 303)).toBe(true);
    expect((await sandbox.press(id, 'fail')).status).toBe(303);
    expect((await sandbox.get(id)).body['status']).toBe('paid');
    await receiver.waitFor(before + 1);
    expect(listDeliveries(id)).toHaveLength(1);
  });

  it('charge a paid payment back in full, refuse to charge back an open one, and stay on the page', async () => {
    const { id } = await sandbox.create();
    expect((await sandbox.press(id, 'chargeback')).status).toBe(422);
    await sandbox.press(id, 'pay');
    expect((await sandbox.press(id, 'chargeback')).headers.get('location')).toBe(id);
    expect((await sandbox.get(id)).body).toMatchObject({
      status: 'paid',
      amountChargedBack: { currency: 'EUR', value: '14.99' },
      amountRemaining: { value: '0.00' },
    });
    expect(await (await sandbox.page(id)).text()).toContain('Charged back');
  });

  it('use the method that the buyer chose, or a suitable one', async () => {
    const chosen = await sandbox.create();
    await sandbox.press(chosen['id'], 'pay', 'paypal');
    expect((await sandbox.get(chosen['id'])).body['method']).toBe('paypal');
    const none = await sandbox.create({ method: ['blik', 'przelewy24'], amount: { currency: 'PLN', value: '20.00' } });
    expect(none['method']).toBeNull();
    await sandbox.press(none['id'], 'pay', 'ideal');
    expect((await sandbox.get(none['id'])).body['method']).toBe('blik');
  });

  it('refuse an unknown action with 400', async () => {
    const { id } = await sandbox.create();
    expect((await sandbox.press(id, 'steal')).status).toBe(400);
  });
});

describe('the page', () => {
  it.each([
    ['de_DE', 'de-DE', '14,99\u00a0€', 'Überweisung'],
    ['nl_NL', 'nl-NL', '€\u00a014,99', 'Bankoverschrijving'],
    ['nb_NO', 'nb-NO', '14,99\u00a0€', 'Bankoverføring'],
    ['pl_PL', 'pl-PL', '14,99\u00a0€', 'Przelew bankowy'],
  ])('is translated into %s, with amount, method and label', async (locale, language, amount, method) => {
    const { id } = await sandbox.create({ locale, method: 'banktransfer' });
    const html = await (await sandbox.page(id, { 'accept-language': 'en' })).text();
    expect(html).toContain(`<html lang="${language}">`);
    for (const part of [amount, method, payPageTexts[locale.slice(0, 2)]?.label ?? '?']) expect(html).toContain(part);
  });

  it('uses the language of the browser if the payment has no locale', async () => {
    const { id } = await sandbox.create();
    const html = await (await sandbox.page(id, { 'accept-language': 'zh-CN,fi;q=0.8' })).text();
    expect(html).toContain('<html lang="fi">');
  });

  it('has every sentence in eleven languages', () => {
    const keys = Object.keys(payPageTexts['en'] ?? {});
    expect(Object.keys(payPageTexts)).toEqual(['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pl', 'sv']);
    for (const text of Object.values(payPageTexts)) {
      expect(Object.keys(text)).toEqual(keys);
      expect(text.pay).toContain('{amount}');
    }
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

  it('answers 404 with a translated page for an unknown payment', async () => {
    const response = await sandbox.page('tr_nothing', { 'accept-language': 'sv' });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Den betalningen finns inte');
  });
});
