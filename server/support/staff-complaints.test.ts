import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { languages } from '../../contract/platform/languages.ts';
import { complaintOutcomes } from '../../contract/support/operations.ts';
import { quickMember, sendText } from '../../tests/support/chat.ts';
import { buildComplaint, runSupport, runSupportAs, mailsTo, report } from '../../tests/support/complaint.ts';
import { addPhotoRow } from '../../tests/support/owned.ts';
import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';
import { unzip } from '../../tests/support/unzip.ts';
import { dayMs } from '../platform/clock.ts';
import { createSentences } from '../platform/text/sentences.ts';
import { purgeComplaints } from './purge-complaints.ts';
import { complaintClosed } from './support-mail.ts';
import { warnOfComplaints } from './warn-of-complaints.ts';

let test: TestApp;
let folder: string;
beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'tealight-staff-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await test.close();
});

async function complain(changes: object = {}): Promise<{ number: string; token: string; email: string }> {
  const form = buildComplaint(changes);
  return { ...(await test.client().call('sendComplaint', form)).body, email: form.email };
}
const getState = async ({ number, token }: { number: string; token: string }) =>
  (await test.client().call('getComplaint', { number, token })).body;
const actsOn = (number: string) =>
  test.sql('select who, act, detail from staff_acts where number = $1 order by acted_at, act_id', [number]);

describe('a command of support', () => {
  it('lists, shows, answers and closes complaints, by mail and on the page, and records each act', async () => {
    const one = await complain();
    const listed = (await runSupport(test, 'list')).said;
    expect(listed).toContain(`0 d  ${one.number}  rules  en  Somebody sells watches. Again and again.`);
    const shown = (await runSupport(test, 'show', one.number.toLowerCase())).said;
    for (const part of ['Vera de Vries', one.email, '  Again and again.']) expect(shown).toContain(part);
    expect(await runSupport(test, 'answer', one.number, 'Thank you.\nWe are looking.')).toMatchObject({ code: 0 });
    expect(await runSupport(test, 'close', one.number, 'no-breach')).toMatchObject({ code: 0 });
    const mails = await mailsTo(test, one.email);
    expect(mails).toHaveLength(3);
    const [answer, end] = ['Our answer', 'Our decision'].map((title) =>
      mails.find(({ subject }) => subject.startsWith(title)),
    );
    expect(answer?.text).toContain('We are looking.');
    expect(end?.text).toMatch(/found nothing that breaks[\s\S]*within six months/);
    expect(await getState(one)).toMatchObject({
      answers: [{ text: 'Thank you.\nWe are looking.' }],
      outcome: 'no-breach',
      closed_at: expect.any(String),
    });
    expect((await runSupport(test, 'list')).said).not.toContain(one.number);
    expect(await actsOn(one.number)).toEqual(
      expect.arrayContaining([
        { who: 'mo', act: 'show', detail: '' },
        { who: 'mo', act: 'answer', detail: '1' },
        { who: 'mo', act: 'close', detail: 'no-breach' },
      ]),
    );
    await expect(test.sql('delete from staff_acts')).rejects.toThrow();
    await expect(test.sql(`update staff_acts set who = 'Jo'`)).rejects.toThrow();
  });

  it('does nothing for an unknown number, an unknown outcome or an empty answer', async () => {
    const { number } = await complain();
    expect((await runSupport(test, 'close', number, 'maybe')).code).toBe(1);
    expect((await runSupport(test, 'answer', number, ' ')).code).toBe(1);
    expect((await runSupport(test, 'show', 'AAAAA-AAAAA')).code).toBe(1);
    expect(await actsOn(number)).toEqual([]);
  });

  it('closes a complaint once when two close it at the same time, and mails one outcome', async () => {
    const one = await complain();
    const ends = await Promise.all([
      runSupport(test, 'close', one.number, 'solved'),
      runSupport(test, 'close', one.number, 'no-breach'),
    ]);
    expect(ends.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(await mailsTo(test, one.email)).toHaveLength(2);
    expect(await actsOn(one.number)).toHaveLength(1);
    const both = await Promise.all([
      runSupport(test, 'answer', one.number, 'First'),
      runSupport(test, 'answer', one.number, 'Second'),
    ]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect((await getState(one)).answers).toHaveLength(2);
  });

  it('lists all reports about one member in one line, bans nobody, and saves the pictures (ABU-14)', async () => {
    const bo = await quickMember(test);
    const photo = await addPhotoRow(test, bo.id);
    await test.context.storage.put(`member/${bo.id.slice(0, 2)}/${bo.id}/${photo}/full.webp`, Buffer.from('seen'));
    const numbers: string[] = [];
    for (let count = 0; count < 20; count += 1)
      numbers.push((await report(await quickMember(test), { profile: bo.id })).body.number);
    const lines = (await runSupport(test, 'list')).said
      .split('\n')
      .filter((line) => line.includes(numbers[0] ?? 'none'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('and 19 more about the same member');
    expect((await bo.call('getUser')).status).toBe(200);
    const path = join(folder, `${numbers[0] ?? ''}-0.webp`);
    expect((await runSupport(test, 'show', numbers[0] ?? '', '--save', folder)).said).toContain(`saved: ${path}`);
    expect((await readFile(path)).toString()).toBe('seen');
    expect((await stat(path)).mode & 0o077).toBe(0);
    const missing = join(folder, 'missing');
    const unsaved = await runSupport(test, 'show', numbers[0] ?? '', '--save', missing);
    expect(unsaved).toMatchObject({ code: 1, said: expect.stringContaining(`about: ${bo.id}`) });
    expect(unsaved.said).toContain(`not saved: ${join(missing, `${numbers[0] ?? ''}-0.webp`)}: ENOENT`);
    // Without a folder, the evidence would be written where the command runs.
    for (const words of [['--save'], ['--save='], ['--save', ''], ['--safe', folder], [folder]]) {
      const { code, said } = await runSupport(test, 'show', numbers[0] ?? '', ...words);
      expect([code, said.includes('saved:'), said.includes(bo.id)]).toEqual([1, false, false]);
    }
  });

  it('lists waiting times first, and warns the operator of old complaints, of child abuse sooner', async () => {
    const [old, child] = [await complain(), await complain({ kind: 'child-abuse' })];
    const warned = async (): Promise<unknown[]> => {
      const log = vi.spyOn(test.context.log, 'error').mockReturnValue(undefined);
      await warnOfComplaints(test.context);
      const told = log.mock.calls.map(([one]) => one as { number?: string; days?: number });
      log.mockRestore();
      return told.filter(({ number }) => number === old.number || number === child.number);
    };
    const at = { event: 'complaint-waits', kind: 'child-abuse', number: child.number };
    test.clock.move(2 * dayMs);
    expect(await warned()).toEqual([{ ...at, days: 2 }]);
    test.clock.move(2 * dayMs);
    expect(await warned()).toEqual([
      { event: 'complaint-waits', kind: 'rules', number: old.number, days: 4 },
      { ...at, days: 4 },
    ]);
    expect((await runSupport(test, 'list')).said).toContain(`4 d  ${old.number}`);
    for (const { number } of [old, child]) await runSupport(test, 'close', number, 'no-breach');
    expect(await warned()).toEqual([]);
    test.clock.move(-4 * dayMs);
  });

  it('sends no mail if no address was given', async () => {
    const one = await complain({ kind: 'child-abuse', name: '', email: '' });
    await test.runJobs();
    const before = (await test.outbox()).length;
    expect((await runSupport(test, 'close', one.number, 'no-breach')).code).toBe(0);
    await test.runJobs();
    expect((await test.outbox()).length).toBe(before);
    expect((await getState(one)).outcome).toBe('no-breach');
  });

  it('explains outcome, decider and redress in the language of the complaint (LEG-12, LEG-18)', async () => {
    const sentences = createSentences(fileURLToPath(new URL('../../locales', import.meta.url)));
    const site = await test.context.sites.ofMember('default', null);
    for (const outcome of complaintOutcomes) {
      const { number } = await complain();
      const bo = await quickMember(test);
      const ban = ['--action', 'ban', '--reason', 'harm', '--facts', 'x'];
      await runSupportAs('jo', test, 'moderate', bo.id, ...ban);
      const [row] = await test.sql<{ number: string }>('select number from moderation_actions where member_id = $1', [
        bo.id,
      ]);
      const options = {
        acted: ['--member', (await quickMember(test)).id, ...ban],
        changed: ['--decision', row?.number ?? ''],
      };
      expect(
        (await runSupport(test, 'close', number, outcome, ...((options as Record<string, string[]>)[outcome] ?? [])))
          .code,
      ).toBe(0);
      const said = await Promise.all(
        languages.map(async (language) => {
          const say = sentences.in(language);
          const call = {
            context: test.context,
            say,
            language,
            site,
            memberId: null,
            email: 'reporter@example.org',
            origin: 'http://localhost',
            id: number,
          };
          const content = await complaintClosed.write(call);
          expect(content?.paragraphs[1]).toBe(say(`support.outcome.${outcome}`));
          expect(content?.paragraphs.slice(2)).toEqual(
            outcome === 'solved' ? [] : [say('support.by-people'), say('support.redress')],
          );
          return content?.paragraphs.join(' ');
        }),
      );
      expect(new Set(said).size).toBe(languages.length);
    }
  });

  it('deletes a closed complaint with its evidence after six months, and keeps an open one', async () => {
    const [open, closed] = [await complain(), await complain()];
    const bo = await quickMember(test);
    const reported = (await report(await quickMember(test), { profile: bo.id })).body;
    for (const { number } of [closed, reported]) await runSupport(test, 'close', number, 'no-breach');
    await runSupport(test, 'answer', closed.number, 'Why');
    // Six months are 181 to 184 days.
    test.clock.move(180 * dayMs);
    await purgeComplaints(test.context);
    expect(await getState(closed)).toMatchObject({ outcome: 'no-breach' });
    test.clock.move(5 * dayMs);
    await purgeComplaints(test.context);
    expect(await getState(closed)).toMatchObject({ error: 'complaint.not-found' });
    expect(await getState(open)).toMatchObject({ outcome: null });
    for (const table of ['complaint_evidence', 'complaint_answers'])
      expect(
        await test.sql(`select 1 from ${table} where number = any($1)`, [[closed.number, reported.number]]),
      ).toEqual([]);
    test.clock.move(-185 * dayMs);
  });

  it('cannot change the text or the outcome of a complaint', async () => {
    const { number } = await complain({ email: `${randomUUID()}@example.org` });
    await expect(test.sql(`update complaints set text = 'x' where number = $1`, [number])).rejects.toThrow();
    await runSupport(test, 'close', number, 'solved');
    await expect(test.sql(`update complaints set outcome = 'acted' where number = $1`, [number])).rejects.toThrow();
  });
});

it('staff save a copy of a banned member’s data in a private file, and the act is recorded', async () => {
  const [bo, ada] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
  await sendText(bo, { profile: ada.id }, 'down by the harbour');
  const ban = ['--action', 'ban', '--reason', 'respect', '--facts', 'You called her names.'];
  expect((await runSupport(test, 'moderate', bo.id, ...ban)).code).toBe(0);
  const path = join(folder, 'copy.zip');
  const { number } = await complain();
  const wanted = ['--member', bo.id, '--save', path];
  expect(await runSupport(test, 'copy', number, ...wanted)).toEqual({ code: 0, said: `saved: ${path}` });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const files = unzip(await readFile(path));
  expect(files.get('data/conversations.json')?.toString()).toContain('down by the harbour');
  expect(await actsOn(number)).toEqual([{ who: 'mo', act: 'copy', detail: '' }]);
  // An existing file is never overwritten.
  await expect(runSupport(test, 'copy', number, ...wanted)).rejects.toThrow('EEXIST');
  expect(unzip(await readFile(path)).size).toBe(files.size);
  // Nothing stays in the folder of exports.
  const left: string[] = [];
  for await (const { key } of test.context.exports.list()) left.push(key);
  expect(left).toEqual([]);
});

it('nothing is written or recorded without a valid account, file or complaint', async () => {
  const path = join(folder, 'nobody.zip');
  const { number } = await complain();
  await expect(runSupport(test, 'copy', number, '--member', randomUUID(), '--save', path)).rejects.toThrow(
    'no account',
  );
  const bo = await quickMember(test);
  for (const words of [
    [number, '--member', bo.id],
    [number, '--save', path],
    [number, '--member', 'bo', '--save', path],
    ['C-0000', '--member', bo.id, '--save', path],
  ])
    expect((await runSupport(test, 'copy', ...words)).code).toBe(1);
  // The complaint is looked up before the file is created, which fails in a folder that is not there.
  const elsewhere = join(folder, 'missing', 'nobody.zip');
  expect((await runSupport(test, 'copy', 'C-0000', '--member', bo.id, '--save', elsewhere)).code).toBe(1);
  expect(await readdir(folder)).not.toContain('nobody.zip');
  expect(await actsOn(number)).toEqual([]);
});
