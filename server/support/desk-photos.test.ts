import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { languages } from '../../contract/platform/languages.ts';
import { photoGrounds } from '../../contract/support/operations.ts';
import { quickMember } from '../../tests/support/chat.ts';
import { buildComplaint, desk, deskAs, mailsTo } from '../../tests/support/complaint.ts';
import { type TestApp, type TestClient, createTestApp } from '../../tests/support/test-app.ts';
import { form, stripes } from '../photos/testing.ts';
import { deskPhotos } from './desk-photos.ts';
import { deriveComplaintToken } from './numbers.ts';
import { atDesk } from '../../tests/support/at-desk.ts';

let test: TestApp;
let picture: Buffer;
beforeAll(async () => {
  test = await createTestApp();
  picture = await sharp(stripes(64, 48)).png().toBuffer();
});
afterAll(() => test.close());

async function added(): Promise<{ bo: TestClient; photo: string }> {
  const bo = await quickMember(test);
  const cookies = Object.fromEntries(bo.cookies);
  const sent = await test.app.server.inject({ method: 'POST', url: '/api/photo.php', cookies, ...form(picture) });
  return { bo, photo: (sent.json() as { photo: { id: string } }).photo.id };
}
const reject = (...words: string[]) => rejectAs('mo', ...words);
const rejectAs = async (who: string, ...words: string[]) => {
  const said: string[] = [];
  return {
    code: await deskPhotos(atDesk(test.context, who), ['reject', ...words], (line) => said.push(line)),
    said: said.join('\n'),
  };
};
const measuresOf = ({ id }: TestClient) =>
  test.sql<{ number: string; ground: string; facts: string; source: string }>(
    'select number, ground, facts, source from measures where member_id = $1',
    [id],
  );
const statusOf = async (photo: string) =>
  (await test.sql<{ status: string }>('select status from photos where photo_id = $1', [photo]))[0]?.status;
const lettersOf = async ({ id }: TestClient) =>
  (await mailsTo(test, `${id}@example.org`)).filter(({ text }) => text.includes('/decision?'));

describe('a photo that the desk rejects (LEG-13)', () => {
  it('has its reasons recorded, mailed to its owner and shown on a page that needs no login', async () => {
    const { bo, photo } = await added();
    expect((await reject(photo, 'contact')).code).toBe(0);
    const [row, ...more] = await measuresOf(bo);
    expect([row, more]).toEqual([{ number: row?.number, ground: 'photo-contact', facts: '', source: 'own' }, []]);
    const [letter, ...others] = await lettersOf(bo);
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
      expect(letter?.text).toContain(part);
    const number = row?.number ?? '';
    const { body } = await test
      .client()
      .call('getMeasure', { number, token: deriveComplaintToken(test.context, number) });
    expect(body).toMatchObject({ kind: 'photo', ground: 'photo-contact', facts: '', about_at: expect.any(String) });
    expect((await desk(test, 'show', number)).said).toContain('photo, photo-contact');
    expect(await test.sql('select who, act, detail from desk_acts where number = $1', [number])).toContainEqual({
      who: 'mo',
      act: 'measure',
      detail: `photo photo-contact ${photo}`,
    });
  });

  it('needs a ground and facts if no rule for photos covers it', async () => {
    const { bo, photo } = await added();
    const words = ['--ground', 'harm', '--facts', 'It shows a weapon.'];
    const halves = [['rules'], ['rules', '--ground', 'harm'], ['never', ...words]];
    for (const half of halves) expect((await reject(photo, ...half)).code).toBe(1);
    expect([await statusOf(photo), await measuresOf(bo)]).toEqual(['approved', []]);
    expect((await reject(photo, 'rules', ...words)).code).toBe(0);
    expect(await measuresOf(bo)).toMatchObject([{ ground: 'harm', facts: 'It shows a weapon.' }]);
  });

  it('is rejected with its reasons or not at all', async () => {
    const { bo, photo } = await added();
    await test.sql(`alter table measures add constraint no_measures check (member_id <> '${bo.id}')`);
    await expect(reject(photo, 'contact')).rejects.toThrow();
    await test.sql('alter table measures drop constraint no_measures');
    expect([await statusOf(photo), await measuresOf(bo), await lettersOf(bo)]).toEqual(['approved', [], []]);
    expect((await reject(photo, 'contact')).code).toBe(0);
  });

  it('gets one email and one record if several reject it, and none if its owner deletes it first', async () => {
    const { bo, photo } = await added();
    const all = await Promise.all(['mo', 'jo', 'al'].map((who) => rejectAs(who, photo, 'sexual')));
    expect(all.map(({ code }) => code).toSorted()).toEqual([0, 1, 1]);
    expect([(await measuresOf(bo)).length, (await lettersOf(bo)).length]).toEqual([1, 1]);
    const gone = await added();
    const [{ code }] = await Promise.all([
      reject(gone.photo, 'sexual'),
      gone.bo.call('deletePhoto', { id: gone.photo }),
    ]);
    expect(await measuresOf(gone.bo)).toHaveLength(code === 0 ? 1 : 0);
  });

  it('can be contested, and somebody else decides the objection', async () => {
    const { bo, photo } = await added();
    await reject(photo, 'unclear');
    const contests = (await measuresOf(bo))[0]?.number ?? '';
    const objection = buildComplaint({ kind: 'decision', contests });
    const { number } = (await test.client().call('sendComplaint', objection)).body;
    expect((await desk(test, 'close', number, 'changed')).said).toContain('somebody else decides');
    expect((await deskAs('jo', test, 'close', number, 'changed')).code).toBe(0);
  });

  it('has its own sentence for every rule in every language', () => {
    const said = languages.flatMap((language) =>
      photoGrounds.map((ground) => test.context.sentences.in(language)(`support.ground.${ground}`)),
    );
    expect(new Set(said).size).toBe(languages.length * photoGrounds.length);
  });
});
