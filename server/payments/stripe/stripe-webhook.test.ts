import { describe, expect, it } from 'vitest';

import { sign } from '../../../mocks/stripe-provider/events.ts';
import { stripeTestKey, stripeTestSecret } from '../../../mocks/stripe-provider/testing.ts';
import { createStripe } from './stripe.ts';

describe('a signed webhook', () => {
  const at = new Date('2026-11-22T12:00:00Z');
  const event = (object: object, type = 'checkout.session.completed') => JSON.stringify({ type, data: { object } });
  const body = event({ object: 'checkout.session', id: 'cs_test_1' });
  const read = (text: string, signature: string, secrets = [stripeTestSecret]) =>
    createStripe({
      url: null,
      now: () => new Date(),
      apiKey: stripeTestKey,
      webhookSecrets: secrets,
    }).readSignedNotice?.(text, signature, at);
  const signature = (text = body, secret = stripeTestSecret, secondsAgo = 0) =>
    sign(text, secret, at.getTime() - secondsAgo * 1_000);

  it('is valid for 300 seconds (MON-16)', () => {
    expect(read(body, signature(body, stripeTestSecret, 299))).toEqual({ signed: true, id: 'cs_test_1' });
    expect(read(body, signature(body, stripeTestSecret, 301))).toMatchObject({ signed: false });
  });

  it('may be signed with either of two secrets, and no other (MON-16)', () => {
    const both = ['whsec_new', stripeTestSecret];
    for (const secret of both) expect(read(body, signature(body, secret), both)).toMatchObject({ signed: true });
    expect(read(body, signature(body, 'whsec_other'), both)).toMatchObject({ signed: false });
    expect(read(body, signature(), [])).toMatchObject({ signed: false });
  });

  it.each([
    ['no signature', ''],
    ['a signature without a time', 'v1=00'],
    ['a signature of something else', 't=1795348800,v1=00'],
  ])('is not valid with %s', (_name, wrong) => {
    expect(read(body, wrong)).toMatchObject({ signed: false });
    expect(read(`${body} `, signature())).toMatchObject({ signed: false });
  });

  it.each([
    [{ object: 'checkout.session', id: 'cs_test_1' }, 'cs_test_1'],
    [{ object: 'payment_intent', id: 'pi_1' }, 'pi_1'],
    [{ object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }, 'pi_1'],
    [{ object: 'refund', id: 're_1', payment_intent: 'pi_1' }, 'pi_1'],
    [{ object: 'dispute', id: 'du_1', payment_intent: 'pi_1' }, 'pi_1'],
    [{ object: 'charge', id: 'ch_1', payment_intent: null }, null],
    [{ object: 'customer', id: 'cus_1' }, null],
    [{}, null],
  ])('is about the payment that is named by its object %o', (object, id) => {
    const text = event(object, 'customer.created');
    expect(read(text, signature(text))).toEqual({ signed: true, id });
  });
});
