import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { languages } from '../../contract/platform/languages.ts';
import { moderationActionKinds, moderationReasons } from '../../contract/support/operations.ts';
import { hearEvents, quickMember, sendText } from '../../tests/support/chat.ts';
import { buildComplaint, runSupport, runSupportAs, mailsTo, report } from '../../tests/support/complaint.ts';
import { addPhotoRow } from '../../tests/support/owned.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { dayMs } from '../platform/clock.ts';
import { deriveComplaintToken } from './numbers.ts';
import { purgeComplaints } from './purge-complaints.ts';
import { statementOfReasons } from './support-mail.ts';

const test = useTestApp();

const facts = 'You asked three people for money.';
const why = ['--reason', 'selling', '--facts', facts];
const ban = ['--action', 'ban', ...why];
const getMail = (member: TestClient) => mailsTo(test, `${member.id}@example.org`);
const getStatus = async (member: TestClient) =>
  (await test.sql<{ status: string }>('select status from members where member_id = $1', [member.id]))[0]?.status;
const getModerationActions = (member: TestClient) =>
  test.sql<{ number: string; kind: string; source: string; reverted_at: Date | null }>(
    'select number, kind, source, reverted_at from moderation_actions where member_id = $1',
    [member.id],
  );
const shown = async (number: string) =>
  (await test.client().call('getModerationAction', { number, token: deriveComplaintToken(test.context, number) })).body;
const actsOn = (number: string) =>
  test.sql('select who, act, detail from staff_acts where number = $1 order by act', [number]);

const asJo = async (...words: string[]) => (await runSupportAs('jo', test, 'close', ...words)).code;

async function reported(): Promise<{ ada: TestClient; bo: TestClient; number: string }> {
  const [ada, bo] = [await quickMember(test), await quickMember(test)];
  return { ada, bo, number: (await report(ada, { profile: bo.id, text: 'He wants my money' })).body.number };
}

/** Returns a member who was banned after a report, and the number of the reasons. */
async function banned(): Promise<{ ada: TestClient; bo: TestClient; number: string; reasons: string }> {
  const all = await reported();
  expect((await runSupport(test, 'close', all.number, 'acted', ...ban)).code).toBe(0);
  return { ...all, reasons: (await getModerationActions(all.bo))[0]?.number ?? '' };
}

const contest = (contests: string, changes: object = {}) =>
  test.client().call('sendComplaint', buildComplaint({ kind: 'decision', contests, ...changes }));

describe('an action', () => {
  it('applies when the report is closed, with reasons that hide the reporter (LEG-12, LEG-16)', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 200 }), await quickMember(test, { credits: 200 })];
    const { conversation } = (await sendText(bo, { profile: ada.id }, 'Send me money')).body.message;
    const [name] = await test.sql<{ name: string }>('select name from profiles where member_id = $1', [bo.id]);
    const { number } = (await report(ada, { profile: bo.id, text: 'He wants my money' })).body;
    expect((await runSupport(test, 'close', number, 'acted', ...ban)).code).toBe(0);

    expect(await getStatus(bo)).toBe('banned');
    expect((await bo.call('getUser')).body.authentication_required).toBe(true);
    expect((await ada.call('getProfile', { id: bo.id })).body.error).toBe('profile.not-found');
    const chat = JSON.stringify((await ada.call('getChat', { conversation })).body);
    for (const gone of ['Send me money', name?.name ?? '']) expect(chat).not.toContain(gone);

    const [row] = await getModerationActions(bo);
    const reasons = row?.number ?? '';
    expect(reasons).not.toBe(number);
    const mail = (await getMail(bo)).find(({ subject }) => subject.includes(reasons));
    for (const part of ['closed your account', facts, 'asking for money', 'Someone told us', 'person decided'])
      expect(mail?.text).toContain(part);
    for (const part of ['no end date', 'within six months', 'dispute settlement body', 'court', '/decision?number='])
      expect(mail?.text).toContain(part);
    for (const secret of [number, ada.id, 'He wants my money'])
      expect(`${mail?.text} ${mail?.html}`).not.toContain(secret);
    expect(await shown(reasons)).toEqual({
      number: reasons,
      kind: 'ban',
      reason: 'selling',
      law: '',
      facts,
      about_at: null,
      source: 'report',
      decided_at: expect.any(String),
      ends_at: null,
      ended_at: null,
      reverted_at: null,
      banned_otherwise: false,
    });
    const wrong = await test
      .client()
      .call('getModerationAction', { number: reasons, token: deriveComplaintToken(test.context, number) });
    expect(wrong.body.error).toBe('complaint.not-found');
    const told = (await getMail(ada)).find(({ subject }) => subject.startsWith('Our decision'));
    expect(told?.text).toMatch(/removed it or restricted[\s\S]*within six months/);
    expect(await actsOn(number)).toEqual([{ who: 'mo', act: 'close', detail: 'acted' }]);
    expect(await actsOn(reasons)).toEqual([{ who: 'mo', act: 'moderate', detail: 'ban selling' }]);
  });

  it('removes a reported photo, even one that waits for review, or the text of a profile', async () => {
    const bo = await quickMember(test);
    await bo.call('updateProfile', { about: 'Buy my watches' });
    const photo = await addPhotoRow(test, bo.id);
    await test.sql(`insert into photo_queue (queue, photo_id, member_id, created_at) values ('after', $1, $2, now())`, [
      photo,
      bo.id,
    ]);
    await test.context.storage.put(`member/${bo.id.slice(0, 2)}/${bo.id}/${photo}/full.webp`, Buffer.from('seen'));
    const ada = await quickMember(test, { paid: true });
    const { number } = (await report(ada, { profile: bo.id, photo })).body;
    expect((await runSupport(test, 'close', number, 'acted', '--action', 'photo', ...why)).code).toBe(0);
    expect(await test.sql('select status, refusal from photos where photo_id = $1', [photo])).toEqual([
      { status: 'rejected', refusal: 'rules' },
    ]);
    expect(await test.sql('select 1 from photo_queue where photo_id = $1', [photo])).toEqual([]);
    expect((await ada.call('getProfile', { id: bo.id })).body.profile.photos).toEqual([]);

    // The next report about the photo leaves nothing to do and stays open.
    const again = (await report(ada, { profile: bo.id })).body.number;
    const words = ['--action', 'photo', '--photo', photo, ...why];
    expect(await runSupport(test, 'close', again, 'acted', ...words)).toMatchObject({
      code: 1,
      said: expect.stringContaining('Nothing is left to do'),
    });
    expect((await runSupport(test, 'list')).said).toContain(again);
    expect((await runSupport(test, 'close', again, 'acted', '--action', 'text', ...why)).code).toBe(0);
    expect((await bo.call('getUser')).body.user.profile.about).toBe('');
    expect((await getModerationActions(bo)).map(({ kind }) => kind).toSorted()).toEqual(['photo', 'text']);
    expect(await getStatus(bo)).toBe('active');
  });

  it('removes the text of a profile even from quotes by others after it has left the profile', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 200 }), await quickMember(test, { credits: 200 })];
    const about = 'Buy my watches.';
    for (const client of [ada, bo]) await client.call('updateProfile', { about });
    const taken = { text: 'Really?', quote_kind: 'about', quote: about };
    const quote = (from: TestClient, to: TestClient) =>
      from.call('sendMessage', { profile: to.id, ...taken, idempotency_key: randomUUID() });
    const { conversation } = (await quote(ada, bo)).body.message;
    await quote(bo, ada);
    const act = () => runSupport(test, 'moderate', bo.id, '--action', 'text', ...why);
    // The text is gone before staff act, but its quotes are not.
    await bo.call('updateProfile', { about: '' });
    const heard = hearEvents(test, ada.id);
    expect([(await act()).code, (await act()).code]).toEqual([0, 1]);
    expect(heard).toContainEqual({ type: 'catch-up' });
    for (const client of [ada, bo]) {
      const { messages } = (await client.call('getChat', { conversation })).body;
      expect(messages.map(({ text, quote }) => [text, quote])).toEqual([
        ['Really?', { kind: 'about', text: null, photo: null }],
        ['Really?', { kind: 'about', text: about, photo: null }],
      ]);
    }
  });

  it('is needed once to close complaints as acted on, and names the member if the report does not', async () => {
    const { bo, number } = await reported();
    const second = (await report(await quickMember(test), { profile: bo.id })).body.number;
    const byForm = (await test.client().call('sendComplaint', buildComplaint())).body.number;
    for (const one of [number, second, byForm]) expect((await runSupport(test, 'close', one, 'acted')).code).toBe(1);
    expect((await runSupport(test, 'close', byForm, 'acted', ...ban)).code).toBe(1);
    expect((await runSupport(test, 'close', byForm, 'no-breach', '--member', bo.id, ...ban)).code).toBe(1);
    expect(await getStatus(bo)).toBe('active');
    expect((await runSupport(test, 'close', byForm, 'acted', '--member', bo.id, ...ban)).code).toBe(0);
    for (const one of [number, second]) expect((await runSupport(test, 'close', one, 'acted')).code).toBe(0);
    expect(await getModerationActions(bo)).toHaveLength(1);
  });

  it('is refused without reason and facts, or if a law is missing or out of place', async () => {
    const { bo, number } = await reported();
    const halves = [
      ['--action', 'ban'],
      ['--action', 'ban', '--reason', 'selling'],
      ['--action', 'ban', '--facts', facts],
      ['--action', 'ban', '--reason', 'law', '--facts', facts],
      ['--action', 'ban', '--reason', 'selling', '--law', 'article 1', '--facts', facts],
      ['--action', 'exile', ...why],
      ['--action', 'photo', '--photo', 'x', ...why],
    ];
    for (const words of halves) expect((await runSupport(test, 'close', number, 'acted', ...words)).code).toBe(1);
    expect([await getStatus(bo), await getModerationActions(bo)]).toEqual(['active', []]);
  });

  it('can be taken without a report, and the member is told so', async () => {
    const bo = await quickMember(test);
    const words = ['--action', 'ban', '--reason', 'law', '--law', 'section 185', '--facts', facts];
    expect((await runSupport(test, 'moderate', bo.id, ...words)).code).toBe(0);
    expect((await runSupport(test, 'moderate', bo.id, ...words)).code).toBe(1);
    const [row, ...more] = await getModerationActions(bo);
    expect([row?.source, more]).toEqual(['own', []]);
    expect((await runSupport(test, 'show', row?.number ?? '')).said).toContain('ban, law (section 185)');
    const [mail] = await getMail(bo);
    for (const part of ['against the law: section 185', 'noticed it ourselves']) expect(mail?.text).toContain(part);
    expect((await runSupport(test, 'moderate', 'nobody', ...words)).code).toBe(1);
  });

  it('is taken once, with one mail, when several close at once, and the later ones are refused', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { bo, number } = await reported();
      const codes = await Promise.all([
        runSupport(test, 'close', number, 'acted', ...ban),
        asJo(number, 'acted', ...ban).then((code) => ({ code })),
        runSupport(test, 'close', number, 'no-breach'),
      ]);
      expect(codes.map(({ code }) => code).toSorted()).toEqual([0, 1, 1]);
      const isBanned = (await getStatus(bo)) === 'banned';
      const mails = (await getMail(bo)).filter(({ text }) => text.includes('/decision?'));
      expect([(await getModerationActions(bo)).length, mails.length]).toEqual(isBanned ? [1, 1] : [0, 0]);
    }
  });

  it('is all or nothing: if its reasons cannot be stored, nobody is banned and the report stays open', async () => {
    const { ada, bo, number } = await reported();
    await test.sql(
      `alter table moderation_actions add constraint no_moderation_actions check (member_id <> '${bo.id}')`,
    );
    await expect(runSupport(test, 'close', number, 'acted', ...ban)).rejects.toThrow();
    await test.sql('alter table moderation_actions drop constraint no_moderation_actions');
    expect(await getStatus(bo)).toBe('active');
    expect((await bo.call('getUser')).status).toBe(200);
    expect((await runSupport(test, 'list')).said).toContain(number);
    expect([(await getMail(bo)).length, (await getMail(ada)).length]).toEqual([0, 1]);
  });
});

describe('an objection', () => {
  it('names its decision, is decided by somebody else, and takes the action back', async () => {
    const { bo, reasons } = await banned();
    const one = (await contest(` ${reasons.toLowerCase()} `)).body;
    expect((await runSupport(test, 'show', one.number)).said).toContain(`contests: ${reasons}`);
    expect(await runSupport(test, 'close', one.number, 'changed')).toMatchObject({
      code: 1,
      said: expect.stringContaining('somebody else decides'),
    });
    expect(await getStatus(bo)).toBe('banned');
    expect(await asJo(one.number, 'changed')).toBe(0);
    expect(await getStatus(bo)).toBe('active');
    expect((await shown(reasons)).reverted_at).not.toBeNull();
    expect(await actsOn(reasons)).toEqual([
      { who: 'mo', act: 'moderate', detail: 'ban selling' },
      { who: 'jo', act: 'revert', detail: '' },
    ]);
    expect((await test.client().call('getComplaint', one)).body.outcome).toBe('changed');
  });

  it('keeps the action if the decision stands, and reverts it once if two objections win at once', async () => {
    const { bo, reasons } = await banned();
    const all = await Promise.all([contest(reasons), contest(reasons), contest(reasons)]);
    const [first, second, third] = all.map(({ body }) => body.number);
    expect(await asJo(first ?? '', 'unchanged')).toBe(0);
    expect(await getStatus(bo)).toBe('banned');
    expect(await Promise.all([asJo(second ?? '', 'changed'), asJo(third ?? '', 'changed')])).toEqual([0, 0]);
    expect(await getStatus(bo)).toBe('active');
    expect((await actsOn(reasons)).filter((act) => (act as { act: string }).act === 'revert')).toHaveLength(1);
  });

  it('restores a member who was leaving as still leaving', async () => {
    const bo = await quickMember(test);
    await test.sql(`update members set status = 'pending_deletion' where member_id = $1`, [bo.id]);
    await test.sql('insert into account_deletions (member_id, left_at, due_at) values ($1, now(), now())', [bo.id]);
    await runSupport(test, 'moderate', bo.id, ...ban);
    expect(await getStatus(bo)).toBe('banned');
    const [row] = await getModerationActions(bo);
    expect(await asJo((await contest(row?.number ?? '')).body.number, 'changed')).toBe(0);
    expect(await getStatus(bo)).toBe('pending_deletion');
  });

  it('is refused unless the number belongs to a decided complaint or action', async () => {
    const open = (await test.client().call('sendComplaint', buildComplaint())).body.number;
    for (const number of ['AAAAA-AAAAA', 'x', open])
      expect((await contest(number)).body.fields).toEqual({ contests: 'field.invalid' });
    await runSupport(test, 'close', open, 'no-breach');
    expect((await contest(open)).status).toBe(200);
  });

  it('keeps the reasons while it is open or the ban stands, otherwise for six months', async () => {
    const [contested, standing, erased] = [await banned(), await banned(), await banned()];
    const left = async () =>
      Promise.all([contested, standing, erased].map(async ({ bo }) => (await getModerationActions(bo)).length));
    const { number } = (await contest(contested.reasons)).body;
    await test.sql(`update members set status = 'deleted' where member_id = $1`, [erased.bo.id]);
    test.clock.move(185 * dayMs);
    await purgeComplaints(test.context);
    expect(await left()).toEqual([1, 1, 0]);
    expect(await asJo(number, 'changed')).toBe(0);
    expect(await getStatus(contested.bo)).toBe('active');
    await purgeComplaints(test.context);
    expect(await left()).toEqual([0, 1, 0]);
    // The member can still have the ban reverted.
    expect((await runSupport(test, 'revert', standing.reasons)).code).toBe(0);
    expect(await getStatus(standing.bo)).toBe('active');
    test.clock.move(-185 * dayMs);
  });

  it('cannot change the facts of the decision', async () => {
    const { bo } = await banned();
    await expect(test.sql(`update moderation_actions set facts = 'x' where member_id = $1`, [bo.id])).rejects.toThrow();
  });
});

it('the statement of reasons is in the language of its member, for every kind and reason', async () => {
  for (const kind of moderationActionKinds)
    for (const reason of moderationReasons) {
      const bo = await quickMember(test);
      const number = `${kind} ${reason}`;
      await test.sql(
        `insert into moderation_actions (number, member_id, kind, reason, law, facts, source, decided_at, conversation_id, message_id)
         values ($1, $2, $3, $4, $5, 'f', 'own', now(), $6, $6)`,
        [number, bo.id, kind, reason, reason === 'law' ? 'section 1' : '', kind === 'message' ? randomUUID() : null],
      );
      const site = await test.context.sites.ofMember('default', null);
      const said = await Promise.all(
        languages.map(async (language) => {
          const say = test.context.sentences.in(language);
          const content = await statementOfReasons.write({
            context: test.context,
            say,
            language,
            site,
            memberId: bo.id,
            email: 'bo@example.org',
            origin: 'http://localhost',
            id: number,
          });
          const text = content?.paragraphs.join(' ') ?? '';
          expect(text).toContain(say(`support.action.${kind}`));
          expect(text).toContain(say('support.redress'));
          if (reason === 'law') expect(text).toContain('section 1');
          return text;
        }),
      );
      expect(new Set(said).size).toBe(languages.length);
      await test.sql('delete from moderation_actions where number = $1', [number]);
    }
});
