import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { languages } from '../../contract/platform/languages.ts';
import { measureGrounds, measureKinds } from '../../contract/support/operations.ts';
import { quickMember } from '../../tests/support/chat.ts';
import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';
import { letters } from '../letters.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('the statement of reasons is in the language of its member, for every kind and ground', async () => {
  for (const kind of measureKinds)
    for (const ground of measureGrounds) {
      const bo = await quickMember(test);
      const number = `${kind} ${ground}`;
      await test.sql(
        `insert into measures (number, member_id, kind, ground, law, facts, source, decided_at, conversation_id, message_id)
         values ($1, $2, $3, $4, $5, 'f', 'own', now(), $6, $6)`,
        [number, bo.id, kind, ground, ground === 'law' ? 'section 1' : '', kind === 'message' ? randomUUID() : null],
      );
      const site = await test.context.sites.ofMember('default', null);
      const said = await Promise.all(
        languages.map(async (language) => {
          const say = test.context.sentences.in(language);
          const letter = await letters['statement-of-reasons'].write({
            context: test.context,
            say,
            language,
            site,
            memberId: bo.id,
            email: 'bo@example.org',
            origin: 'http://localhost',
            id: number,
          });
          const text = letter?.paragraphs.join(' ') ?? '';
          expect(text).toContain(say(`support.measure.${kind}`));
          expect(text).toContain(say('support.redress'));
          if (ground === 'law') expect(text).toContain('section 1');
          return text;
        }),
      );
      expect(new Set(said).size).toBe(languages.length);
      await test.sql('delete from measures where number = $1', [number]);
    }
});
