import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Language, languages, locales } from '../../../contract/platform/languages.ts';
import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { vatWithin } from '../../../contract/payments/vat.ts';
import { drawRealPdfs } from '../../../tests/support/light-pdfkit.ts';
import { openShop } from '../../../tests/support/payments.ts';
import { price, purchasesAt } from '../../../tests/support/purchases.ts';
import { pdfSpoken, pdfText } from '../../../tests/support/pdf.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { createSentences } from '../../platform/text/sentences.ts';
import type { ReceiptDocument } from './document.ts';
import { renderPdf } from './render-pdf.ts';
import { writeReceipts } from './write-receipts.ts';

const shop = await openShop();
afterAll(shop.close);
beforeAll(() => drawRealPdfs(true));
afterAll(() => drawRealPdfs(false));

const { dispute } = purchasesAt(shop);
const towns: Record<string, string> = {
  NL: 'nl-haarlem',
  DE: 'de-berlin',
  FI: 'fi-helsinki',
  GB: 'gb-london',
  US: 'us-new-york',
  CA: 'ca-toronto',
  AU: 'au-sydney',
};

async function getPdf(client: TestClient, query: string): Promise<{ status: number; type: unknown; content: Buffer }> {
  const answer = await shop.test.app.server.inject({
    method: 'GET',
    url: `/api/receipt.php?${query}`,
    headers: { host: 'localhost' },
    cookies: Object.fromEntries(client.cookies),
  });
  return { status: answer.statusCode, type: answer.headers['content-type'], content: answer.rawPayload };
}

async function bought({
  language = 'en',
  name,
  country = 'NL',
}: { language?: Language; name?: string; country?: string } = {}) {
  const buyer = await shop.test.member({ country, town: towns[country] ?? '', ...(name ? { name } : {}) });
  await buyer.call('updateUser', { language });
  const made = await shop.paid(buyer, country === 'NL' ? {} : { paymentmethod: 'credit_card' });
  await shop.test.runJobs();
  return made;
}

const getDocument = async (country: string) => (await getDocuments((await bought({ country })).paymentId))[0];

async function getDocuments(paymentId: PaymentId): Promise<ReceiptDocument[]> {
  const rows = await shop.test.sql<{ document: ReceiptDocument }>(
    'select document from receipts where payment_id = $1 order by entry',
    [paymentId],
  );
  return rows.map(({ document }) => document);
}

async function mailsAbout(paymentId: PaymentId) {
  const mails = (await shop.test.outbox()).filter(({ subject }) => subject.includes(formatOrderNumber(paymentId)));
  return mails.reverse();
}

describe('the receipt of a payment', () => {
  it('is a PDF for the buyer only, with the number in the payment and the same bytes every time', async () => {
    const { buyer, paymentId } = await bought();
    const { payment } = await shop.look(buyer, paymentId);
    expect(payment.receipt).toMatch(/^\d{6}$/);
    const first = await getPdf(buyer, `payment=${paymentId}`);
    expect([first.status, first.type]).toEqual([200, 'application/pdf']);
    expect((await pdfText(first.content))[0]).toBe(`Receipt ${payment.receipt}`);
    shop.test.clock.move(90_000_000);
    expect((await getPdf(buyer, `payment=${paymentId}`)).content.equals(first.content)).toBe(true);
    const stranger = await shop.test.member();
    expect((await getPdf(stranger, `payment=${paymentId}`)).status).toBe(404);
    expect((await getPdf(shop.test.client(), `payment=${paymentId}`)).status).toBe(403);
    expect((await getPdf(buyer, `payment=${paymentId}&entry=2`)).status).toBe(404);
  });

  it('is attached to the order confirmation, which has all that article 8(7) requires (LEG-19)', async () => {
    const { buyer, paymentId } = await bought();
    const { receipt } = (await shop.look(buyer, paymentId)).payment;
    const [email] = await mailsAbout(paymentId);
    for (const said of [
      '120 credits: €19.99',
      'Total: €19.99',
      'VAT 21%: €3.47',
      'Payment method: iDEAL | Wero',
      'One payment. No subscription, no renewal.',
      'Tealight Example B.V., Voorbeeldkade 1, 1011 AA, Amsterdam',
      'Right of withdrawal',
      'You can withdraw from this contract until the end of',
      'Model withdrawal form',
      'I hereby give notice that I withdraw from my contract',
      'support@tealight.example',
    ])
      expect(email?.text).toContain(said);
    expect(email?.text).toContain(
      'If you withdraw, we’ll pay back the part of the price that corresponds to your unused credits.',
    );
    const [file] = email?.attachments ?? [];
    expect([file?.filename, file?.type]).toEqual([`${receipt}.pdf`, 'application/pdf']);
    const served = await getPdf(buyer, `payment=${paymentId}`);
    expect(file?.content).toBe(served.content.toString('base64'));
  });

  it('has the VAT of the country of the member, and lines that add up to the total (MON-25)', async () => {
    for (const [country, rate] of [
      ['DE', 1_900],
      ['FI', 2_550],
      ['GB', 2_000],
      ['US', 0],
    ] as const) {
      const { paymentId } = await bought({ country });
      const [document] = await getDocuments(paymentId);
      const row = await shop.first<{ paid: number; money: number; credits: number }>(
        `select amount + fee as paid, (select sum(amount)::int from money_entries m where m.payment_id = p.payment_id) as money, credits
           from payments p where payment_id = $1`,
        [paymentId],
      );
      const { body } = await shop.sandbox.call('GET', `/v2/payments/${await shop.providerId(paymentId)}`);
      const atProvider = Math.round(Number((body['amount'] as { value: string }).value) * 100);
      expect(document).toMatchObject({ vat_rate: rate, total: row?.paid, vat: vatWithin(row?.paid ?? 0, rate) });
      expect(document?.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(document?.total);
      expect([row?.money, atProvider]).toEqual([document?.total, document?.total]);
    }
  });

  it('is followed by a credit note for each refund, with its own number and the exact tax', async () => {
    const { buyer, paymentId, id } = await bought();
    for (const minor of [333, 333, 1_333]) {
      await shop.refundAndHook(id, minor);
      await shop.test.runJobs();
    }
    const documents = await getDocuments(paymentId);
    expect(documents.map(({ kind, total }) => [kind, total])).toEqual([
      ['receipt', price],
      ['credit_note', -333],
      ['credit_note', -333],
      ['credit_note', -1_333],
    ]);
    expect(documents.reduce((sum, { vat }) => sum + vat, 0)).toBe(0);
    const text = await pdfText((await getPdf(buyer, `payment=${paymentId}&entry=2`)).content);
    expect(text[0]).toMatch(/^Credit note \d{6}$/);
    expect(text.join(' ')).toContain(`For receipt ${documents[0]?.title.split(' ')[1]}`);
    expect(text.join(' ')).toContain('-€3.33');
    // One mail for the order and one with each note, however often the job runs again.
    await writeReceipts(shop.test.context, { member_id: buyer.id, payment_id: paymentId });
    await shop.test.runJobs();
    const mails = await mailsAbout(paymentId);
    expect(mails.map(({ subject }) => subject.split(' ')[0])).toEqual(['Your', 'Credit', 'Credit', 'Credit']);
    const notes = mails.slice(1);
    expect(notes[2]?.subject).toBe(`${documents[3]?.title} for order ${formatOrderNumber(paymentId)}`);
    expect(notes[2]?.text).toContain('We’ve refunded €13.33.');
    const [file] = notes[2]?.attachments ?? [];
    expect(file?.filename).toBe(`${documents[3]?.title.split(' ')[2]}.pdf`);
    const served = await getPdf(buyer, `payment=${paymentId}&entry=4`);
    expect(file?.content).toBe(served.content.toString('base64'));
  });

  it('is followed by a credit note for a chargeback and a correction once undone, each by mail', async () => {
    const { buyer, paymentId, id } = await bought();
    for (const undone of [false, true]) {
      await dispute({ buyer, paymentId, id }, undone);
      await shop.test.runJobs();
    }
    const [, note, correction] = await getDocuments(paymentId);
    expect([note?.notes[0], correction?.notes[0]]).toEqual([
      'Charged back by your bank or payment service.',
      'The chargeback was reversed: the payment stands, and the credits are yours again.',
    ]);
    const mails = await mailsAbout(paymentId);
    expect(mails.map(({ subject }) => subject.split(' ')[0])).toEqual(['Your', 'Credit', 'Correction']);
    expect(mails[1]?.text).toContain('Your bank or payment service has charged back €19.99.');
    expect(mails[2]?.text).toContain('Your bank or payment service has reversed the chargeback of €19.99');
  });

  it('names the tax by its local name, and the country of the seller', async () => {
    const printed = async (country: string) => {
      const document = await getDocument(country);
      return [document?.sums[1]?.[0], document?.seller.lines[3]];
    };
    expect(await printed('CA')).toEqual(['HST 13%', 'Netherlands']);
    expect(await printed('AU')).toEqual(['GST 10%', 'Netherlands']);
    expect(await printed('US')).toEqual(['No tax', 'Netherlands']);
    expect(await printed('AT')).toEqual(['VAT 20%', 'Netherlands']);
  });

  it('has each tax number of the seller under its own name', async () => {
    await shop.setSettings({ company: { vat_numbers: ['NL123456789B01', 'ABN: 51 824 753 556'] } });
    const document = await getDocument('AU');
    await shop.dropSetting('company');
    expect(document?.seller.lines.slice(-2)).toEqual(['VAT number NL123456789B01', 'ABN: 51 824 753 556']);
  });

  it('has its own date in the seller’s time zone and the payment date in the buyer’s', async () => {
    shop.test.clock.set(new Date('2026-11-28T02:00:00Z'));
    const issued: unknown[] = [];
    for (const country of ['NL', 'US']) {
      const document = await getDocument(country);
      issued.push(document?.facts.slice(0, 2).map(([, value]) => value));
    }
    shop.test.clock.set(new Date());
    expect(issued).toEqual([
      ['28 November 2026', '28 November 2026'],
      ['28 November 2026', '27 November 2026'],
    ]);
  });

  it('cannot be changed, removed or renumbered', async () => {
    await bought();
    for (const text of [
      `update receipts set document = '{}'`,
      'delete from receipts',
      'truncate receipts',
      'update receipt_numbers set number = 99',
      'delete from receipt_numbers',
      'update receipt_counters set last = last + 2',
      'update receipt_counters set last = last - 1',
      'delete from receipt_counters',
      `insert into receipt_counters (company, last) values ('XX 1', 2)`,
    ])
      await expect(shop.test.sql(text), text).rejects.toMatchObject({ code: '23000' });
  });
});

describe('the text of the PDF (MON-25, LEG-19)', () => {
  const sentences = createSentences(fileURLToPath(new URL('../../../locales', import.meta.url)));
  const titles: Record<Language, string> = {
    en: 'Receipt',
    nl: 'Factuur',
    de: 'Rechnung',
    it: 'Ricevuta',
    fr: 'Reçu',
    es: 'Recibo',
    pl: 'Rachunek',
    da: 'Kvittering',
    fi: 'Kuitti',
    nb: 'Kvittering',
    sv: 'Kvitto',
  };

  it.each([...languages])(
    'is the frozen document, character for character, even for screen readers: %s',
    async (language) => {
      const name = `Zazolc ${language} b`;
      const { buyer, paymentId } = await bought({ language, name });
      const [document] = await getDocuments(paymentId);
      const { content } = await getPdf(buyer, `payment=${paymentId}`);
      const pieces = await pdfText(content);
      const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
      const { title, facts, seller, buyer: who, lines, sums, notes } = document as ReceiptDocument;
      const expected = [
        title,
        ...facts.flat(),
        seller.title,
        ...seller.lines,
        who.title,
        ...who.lines,
        ...lines.flatMap(({ text, printed }) => [text, printed]),
        ...sums.flat(),
        ...notes,
      ].map(plain);
      // A long line breaks where it has to; nothing else may differ.
      expect(pieces.join('').replaceAll(' ', '')).toBe(expected.join('').replaceAll(' ', ''));
      expect(title).toMatch(new RegExp(`^${titles[language]} \\d{6}$`));
      expect(who.lines[0]).toBe(name);
      expect(plain(sentences.in(language)('common.credits', { count: 120 }))).toBe(plain(lines[0]?.text ?? ''));
      // A screen reader reads the same text in the same order, with the headers of each part.
      const spoken = await pdfSpoken(content);
      expect([spoken.language, spoken.title, spoken.isTagged]).toEqual([locales[language].iso, title, true]);
      expect(spoken.unspoken).toEqual([]);
      expect(
        spoken.parts
          .map(([, text]) => text)
          .join('')
          .replaceAll(' ', ''),
      ).toBe(expected.join('').replaceAll(' ', ''));
      const roles = spoken.parts.map(([role]) => role);
      const rows = (count: number): string[] =>
        Array.from({ length: count }, () => ['Document Table TR TH', 'Document Table TR TD']).flat();
      const paragraphs = (texts: string[]): string[] => texts.filter((text) => text !== '').map(() => 'Document P');
      expect(roles).toEqual([
        'Document H1',
        ...rows(facts.length),
        'Document H2',
        ...paragraphs(seller.lines),
        'Document H2',
        ...paragraphs(who.lines),
        ...rows(lines.length + sums.length),
        ...paragraphs(notes),
      ]);
      expect(expected.join(' ')).not.toMatch(/receipts\.|payments\.|common\.|[{}]|undefined/);
    },
  );

  it('has the letters of every language, even those that the fonts of PDF readers lack', async () => {
    const { paymentId } = await bought({ language: 'pl' });
    const [document] = await getDocuments(paymentId);
    const text = 'Zażółć gęślą jaźń, ÆØÅ æøå ß ŒÇ ñ ¿ ÄÖÜ „–” « » 1 234,56 zł −5 €';
    const changed = { ...(document as ReceiptDocument), notes: [text] };
    const pieces = await pdfText(await renderPdf(changed, new Date('2026-11-22T10:00:00Z')));
    expect(pieces.at(-1)).toBe(text);
  });
});
