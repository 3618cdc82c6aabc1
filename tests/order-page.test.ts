import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Country, countries, countryCodes } from '../contract/platform/countries.ts';
import { type Language, languages } from '../contract/platform/languages.ts';
import type { SentenceId } from '../locales/parts.ts';
import { createSentences } from '../server/platform/text/sentences.ts';
import { formatIn } from '../web/platform/sentences/format.ts';
import { collected, newPhone, nextAccount } from './support/direct-debit.ts';
import { openPage, pagesAreBuilt, pagesFolder, plain, extractText } from './support/pages.ts';
import { type Shop, openShop } from './support/payments.ts';
import type { TestClient } from './support/test-app.ts';

/** The order button's texts, as each country's law words the duty to pay. */
const buttons: Record<Language, string> = {
  da: 'Bestil med betalingspligt',
  de: 'Zahlungspflichtig bestellen',
  en: 'Order with obligation to pay',
  es: 'Pedido con obligación de pago',
  fi: 'Tilaa ja sitoudu maksamaan',
  fr: 'Commander avec obligation de paiement',
  it: 'Ordine con obbligo di pagare',
  nb: 'Bestill med betalingsplikt',
  nl: 'Bestelling met betalingsverplichting',
  pl: 'Zamówienie z obowiązkiem zapłaty',
  sv: 'Beställ med betalningsskyldighet',
};

const sentences = createSentences(fileURLToPath(new URL('..', import.meta.url)) + 'locales');

function read(html: string): { words: string; form: string } {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const forms = main.split('<form').map((form) => form.slice(0, form.indexOf('</form>')));
  return { words: extractText(main), form: forms.find((form) => form.includes('name="total"')) ?? '' };
}

describe.skipIf(!pagesAreBuilt)(
  'the page of an order says everything before its button (LEG-02, LEG-05, MON-36)',
  () => {
    let shop: Shop;
    let buyer: TestClient;
    beforeAll(async () => {
      shop = await openShop({ pages: join(pagesFolder) });
      buyer = await shop.test.member();
    });
    afterAll(() => shop.close());

    async function settle(country: Country, language: Language): Promise<void> {
      await shop.test.sql('update members set country = $2, language = $3 where member_id = $1', [
        buyer.id,
        country,
        language,
      ]);
      await shop.test.sql('update profiles set country = $2 where member_id = $1', [buyer.id, country]);
    }

    /** Orders by direct debit, which needs a mandate first; returns the payment's id. */
    async function debit(order: { bundle: string }): Promise<PaymentId> {
      // A Dutch number, wherever the buyer lives now.
      const phone = `+31${newPhone().slice(1)}`;
      return (await collected(shop, { ...order, phone, iban: nextAccount() }, buyer)).paymentId;
    }

    /**
     * Lists the languages to check. Words depend on the language and amounts on the country, so only a country with and
     * one without a tax has all.
     */
    const languagesIn = (country: Country): readonly Language[] =>
      ['NL', 'US'].includes(country) ? languages : countries[country].locales;

    it.each(countryCodes)('in the languages of %s', async (country) => {
      for (const language of languagesIn(country)) {
        await settle(country, language);
        const quote = (await buyer.call('priceOrder', { bundle: 'medium' })).body;
        const [method = ''] = (await buyer.call('listBundles')).body.paymentmethods;
        const { status, html } = await openPage(shop.test, buyer, `/credits/medium/${method}`);
        const where = `${country} ${language}`;
        expect(status, where).toBe(200);
        expect(html, where).toContain(`<html lang="${language}"`);
        const { words, form } = read(html);
        const swiss = country === 'CH' && language === 'de';
        const spelled = (text: string): string => (swiss ? text.replaceAll('ß', 'ss') : text);
        const say = (id: SentenceId, values?: Record<string, unknown>): string =>
          spelled(
            plain(
              sentences
                .in(language)(id, values)
                .replace(/<[^>]*>/g, ' '),
            ),
          );
        const format = formatIn(language, countries[country].currency);
        const money = (minor: number): string => plain(format.money(minor, quote.currency));
        const end = words.indexOf(spelled(buttons[language]));
        expect(end, `${where}: the button`).toBeGreaterThan(0);
        const before = words.slice(0, end);
        const { messages, message_amount: each, refund_days: days } = quote;
        const texts = [
          say('payments.bundle-credits', { count: quote.credits }),
          say('payments.bundle-detail', { count: messages, amount: money(each) }),
          `${say('payments.order.fee')} ${money(0)}`,
          [
            `${say('payments.order.total')} ${money(quote.total)}`,
            ...(quote.vat_rate > 0
              ? [
                  say('payments.order.vat', {
                    tax: quote.tax,
                    percent: plain(format.percent(quote.vat_rate / 10_000)),
                  }),
                  money(quote.vat_amount),
                ]
              : []),
          ].join(' '),
          say('payments.order.once'),
          say('payments.order.fictional', { mark: sentences.in(language)('common.fictional') }),
          ...(days > 0
            ? [
                say('payments.order.at-once', { law: country }),
                say('payments.order.withdraw', { days }),
                say('payments.order.rights'),
              ]
            : []),
        ];
        for (const text of texts) expect(before, where).toContain(text);
        expect(quote.currency).toBe(countries[country].currency);
        // The form sends the displayed values, and no box is ticked in advance.
        expect(form, where).toContain(`name="total" value="${quote.total}"`);
        expect(form, where).toContain(`name="request_version" value="${quote.request?.version}"`);
        for (const [box] of form.matchAll(/<input[^>]*type="checkbox"[^>]*>/g))
          expect(box, where).not.toMatch(/ checked[= >]/);
        if (countries[country].inEea) expect(days, where).toBeGreaterThanOrEqual(14);
        if (days > 0) for (const link of ['"/return-policy"', '"/return-policy#words"']) expect(form).toContain(link);
      }
    });

    it("and names the tax as the buyer's country does, also on the page of the payment", async () => {
      const places = [
        [{ country: 'NL' }, 'VAT included (21%)'],
        [{ country: 'NZ' }, 'GST included (15%)'],
        [{ country: 'CA', town: 'ca-toronto' }, 'HST included (13%)'],
        // Without a tax, the page does not say that tax is included.
        [{ country: 'US' }, undefined],
        [{ country: 'ES', town: 'es-ceuta' }, undefined],
      ] as const;
      for (const [place, text] of places) {
        const member = await shop.test.member({ town: undefined, ...place });
        const order = await openPage(shop.test, member, '/credits/medium/credit_card');
        const { payment_id: id } = (await shop.order(member, { paymentmethod: 'credit_card' })).body.payment;
        const made = await openPage(shop.test, member, `/transactions/${id}`);
        const said = [order, made].map(({ html }) => /\w+ included \([^)]*\)/.exec(read(html).words)?.[0]);
        expect([place, said]).toEqual([place, [text, text]]);
      }
    });

    it.each(['NL', 'DE', 'PL', 'CH', 'US'] as const)(
      'and the total shown in %s is charged, by any method',
      async (country) => {
        await settle(country, 'en');
        const { total, currency, transaction_fee: fee } = (await buyer.call('priceOrder', { bundle: 'small' })).body;
        expect(fee).toBe(0);
        const { paymentmethods } = (await buyer.call('listBundles')).body;
        for (const paymentmethod of paymentmethods) {
          const paymentId =
            paymentmethod === 'sepa_direct_debit'
              ? await debit({ bundle: 'small' })
              : (await shop.order(buyer, { bundle: 'small', paymentmethod }, { total })).body.payment.payment_id;
          // A slow order is created at the provider after its response.
          await expect.poll(() => shop.providerId(paymentId)).toBeTruthy();
          const atProvider = (await shop.sandbox.get(await shop.providerId(paymentId))).body;
          expect(atProvider['amount'], paymentmethod).toEqual({ currency, value: (total / 100).toFixed(2) });
        }
      },
    );
  },
);
