import { describe, expect, it } from 'vitest';

import { languages } from '../../contract/platform/languages.ts';
import { photoReasons } from '../../contract/support/operations.ts';
import { quickMember } from '../../tests/support/chat.ts';
import { buildComplaint, runSupport, runSupportAs, mailsTo } from '../../tests/support/complaint.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { uploadPhoto } from '../../tests/support/photo-files.ts';
import { supportCommands } from './commands.ts';
import { deriveComplaintToken } from './numbers.ts';
import { asStaff } from '../../tests/support/as-staff.ts';

const test = useTestApp();

async function added(): Promise<{ bo: TestClient; photo: string }> {
  const bo = await quickMember(test);
  return { bo, photo: (await uploadPhoto(test, bo)).body.photo.id };
}
const reject = (...words: string[]) => rejectAs('mo', ...words);
const rejectAs = async (who: string, ...words: string[]) => {
  const said: string[] = [];
  return {
    code: await supportCommands.photos(asStaff(test.context, who), ['reject', ...words], (line) => said.push(line)),
    said: said.join('\n'),
  };
};
const getModerationActions = ({ id }: TestClient) =>
  test.sql<{ number: string; reason: string; facts: string; source: string }>(
    'select number, reason, facts, source from moderation_actions where member_id = $1',
    [id],
  );
const getStatus = async (photo: string) =>
  (await test.sql<{ status: string }>('select status from photos where photo_id = $1', [photo]))[0]?.status;
const getDecisionMails = async ({ id }: TestClient) =>
  (await mailsTo(test, `${id}@example.org`)).filter(({ text }) => text.includes('/decision?'));

describe('a photo that staff reject (LEG-13)', () => {
  it('has its reasons recorded, mailed to its owner and shown on a page that needs no login', async () => {
    const { bo, photo } = await added();
    expect((await reject(photo, 'contact')).code).toBe(0);
    const [row, ...more] = await getModerationActions(bo);
    expect([row, more]).toEqual([{ number: row?.number, reason: 'photo-contact', facts: '', source: 'own' }, []]);
    const [mail, ...others] = await getDecisionMails(bo);
    expect(others).toEqual([]);
    const day = new Intl.DateTimeFormat('en', { month: 'long' }).format(test.clock.now());
    for (const part of [
      'removed one of your photos',
      'You added it on',
      day,
      'no phone numbers',
      'person',
      'within six months',
    ])
      expect(mail?.text).toContain(part);
    const number = row?.number ?? '';
    const { body } = await test
      .client()
      .call('getModerationAction', { number, token: deriveComplaintToken(test.context, number) });
    expect(body).toMatchObject({ kind: 'photo', reason: 'photo-contact', facts: '', about_at: expect.any(String) });
    expect((await runSupport(test, 'show', number)).said).toContain('photo, photo-contact');
    expect(await test.sql('select who, act, detail from staff_acts where number = $1', [number])).toContainEqual({
      who: 'mo',
      act: 'moderate',
      detail: `photo photo-contact ${photo}`,
    });
  });

  it('needs a reason and facts if no rule for photos covers it', async () => {
    const { bo, photo } = await added();
    const words = ['--reason', 'harm', '--facts', 'It shows a weapon.'];
    const halves = [['rules'], ['rules', '--reason', 'harm'], ['never', ...words]];
    for (const half of halves) expect((await reject(photo, ...half)).code).toBe(1);
    expect([await getStatus(photo), await getModerationActions(bo)]).toEqual(['approved', []]);
    expect((await reject(photo, 'rules', ...words)).code).toBe(0);
    expect(await getModerationActions(bo)).toMatchObject([{ reason: 'harm', facts: 'It shows a weapon.' }]);
  });

  it('is rejected with its reasons or not at all', async () => {
    const { bo, photo } = await added();
    await test.sql(
      `alter table moderation_actions add constraint no_moderation_actions check (member_id <> '${bo.id}')`,
    );
    await expect(reject(photo, 'contact')).rejects.toThrow();
    await test.sql('alter table moderation_actions drop constraint no_moderation_actions');
    expect([await getStatus(photo), await getModerationActions(bo), await getDecisionMails(bo)]).toEqual([
      'approved',
      [],
      [],
    ]);
    expect((await reject(photo, 'contact')).code).toBe(0);
  });

  it('gets one mail and one record if several reject it, and none if its owner deletes it first', async () => {
    const { bo, photo } = await added();
    const all = await Promise.all(['mo', 'jo', 'al'].map((who) => rejectAs(who, photo, 'sexual')));
    expect(all.map(({ code }) => code).toSorted()).toEqual([0, 1, 1]);
    expect([(await getModerationActions(bo)).length, (await getDecisionMails(bo)).length]).toEqual([1, 1]);
    const gone = await added();
    const [{ code }] = await Promise.all([
      reject(gone.photo, 'sexual'),
      gone.bo.call('deletePhoto', { id: gone.photo }),
    ]);
    expect(await getModerationActions(gone.bo)).toHaveLength(code === 0 ? 1 : 0);
  });

  it('can be contested, and somebody else decides the objection', async () => {
    const { bo, photo } = await added();
    await reject(photo, 'unclear');
    const contests = (await getModerationActions(bo))[0]?.number ?? '';
    const objection = buildComplaint({ kind: 'decision', contests });
    const { number } = (await test.client().call('sendComplaint', objection)).body;
    expect((await runSupport(test, 'close', number, 'changed')).said).toContain('somebody else decides');
    expect((await runSupportAs('jo', test, 'close', number, 'changed')).code).toBe(0);
  });

  it('has its own sentence for every rule in every language', () => {
    const said = languages.flatMap((language) =>
      photoReasons.map((reason) => test.context.sentences.in(language)(`support.reason.${reason}`)),
    );
    expect(new Set(said).size).toBe(languages.length * photoReasons.length);
  });
});
