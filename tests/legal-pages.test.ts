import { sessionDays } from '../contract/platform/limits.ts';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import { type Language, languages } from '../contract/platform/languages.ts';
import {
  inactiveMonths,
  inactiveWarningDays,
  mailRevertHours,
  reactivationWindowDays,
} from '../contract/accounts/limits.ts';
import { draftsMax } from '../contract/chat/limits.ts';
import { startCreditsMonths } from '../contract/credits/limits.ts';
import { trackingKeptMonths } from '../contract/sources/limits.ts';
import { complaintKeptMonths } from '../contract/support/limits.ts';
import { declarationAnsweredKeptDays, declarationKeptYears } from '../contract/withdrawal/limits.ts';
import { methodsRefundedByHand } from '../contract/payments/payment-methods.ts';
import en from '../locales/static-pages/en.json' with { type: 'json' };
import type { SentenceId } from '../locales/parts.ts';
import { createSentences } from '../server/platform/text/sentences.ts';
import { methodName } from '../server/payments/method-name.ts';
import { openPage, pagesAreBuilt, pagesFolder, plain, extractText } from './support/pages.ts';
import { type TestClient, useTestApp } from './support/test-app.ts';

const sentences = createSentences(fileURLToPath(new URL('..', import.meta.url)) + 'locales');
/** Removes the spaces that tags leave before punctuation. */
const closed = (words: string): string => words.replaceAll(/ (?=[.,;:!?])/g, '');

describe.skipIf(!pagesAreBuilt)('the legal pages', () => {
  const test = useTestApp({ pages: pagesFolder });
  let reader: TestClient;
  beforeAll(async () => {
    reader = await test.member({ country: 'US', town: 'us-new-york' });
  });

  async function read(path: string, language: Language): Promise<string> {
    await test.sql('update members set language = $2 where member_id = $1', [reader.id, language]);
    const { status, html } = await openPage(test, reader, path);
    expect(status).toBe(200);
    return closed(extractText(html.slice(html.indexOf('<main'), html.indexOf('</main>'))));
  }

  it.each([...languages])(
    'name what is kept, why and for how long, including declarations of withdrawal: %s',
    async (language) => {
      const words = await read('/privacy', language);
      const say = sentences.in(language);
      const values = {
        reactivation_days: reactivationWindowDays,
        session_days: sessionDays,
        declaration_years: declarationKeptYears,
        declaration_days: declarationAnsweredKeptDays,
        complaint_months: complaintKeptMonths,
        drafts_max: draftsMax,
        revert_hours: mailRevertHours,
        tracking_months: trackingKeptMonths,
        inactive_months: inactiveMonths,
        inactive_days: inactiveWarningDays,
        start_months: startCreditsMonths,
      };
      const ids = Object.keys(en).filter((key) => /^privacy\.(keep|long)\.\d+$/.test(key));
      expect(ids).toContain('privacy.long.11');
      for (const id of ids)
        expect(words, id).toContain(closed(extractText(say(`static-pages.${id}` as SentenceId, values))));
    },
  );

  it.each([...languages])('name the payment methods that are refunded by hand: %s', async (language) => {
    const words = await read('/return-policy', language);
    const say = sentences.in(language);
    const methods = methodsRefundedByHand.map((id) => methodName(say, id)).join(', ');
    expect(words).toContain(plain(`(${methods})`));
  });

  it.each([...languages])('never mention 0 days if a site grants none: %s', async (language) => {
    await test.sql(
      `insert into setting_scopes (scope, values) values ('default', '{"refund_days": 0}')
       on conflict (scope) do update set values = setting_scopes.values || excluded.values`,
    );
    test.context.sites.clear();
    expect((await reader.call('getSettings')).body.refund_days).toBe(0);
    const say = sentences.in(language);
    for (const [path, id] of [
      ['/return-policy', 'static-pages.return-policy.lead'],
      ['/terms', 'static-pages.terms.buying.3'],
      ['/faq', 'static-pages.faq.refund.a'],
    ] as const) {
      const words = await read(path, language);
      const [first = ''] = closed(extractText(say(id, { refund_days: 0 }))).split('. ');
      expect(first).toContain('14');
      expect(words, path).toContain(first);
      expect(words, path).not.toMatch(/(?<![\d.,])0 (day|Tag|dag|día|giorn|jour|dni|päiv)/i);
    }
  });
});
