import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { languages } from '../../contract/platform/languages.ts';
import { complaintOutcomes } from '../../contract/support/operations.ts';
import { quickMember } from '../../tests/support/chat.ts';
import { buildComplaint, desk, deskAs, mailsTo, report } from '../../tests/support/complaint.ts';
import { addPhotoRow } from '../../tests/support/owned.ts';
import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';
import { letters } from '../letters.ts';
import { dayMs } from '../platform/clock.ts';
import { createSentences } from '../platform/sentences.ts';
import { purgeComplaints } from './purge-complaints.ts';
import { warnOfComplaints } from './warn-of-complaints.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function complain(changes: object = {}): Promise<{ number: string; token: string; email: string }> {
  const form = buildComplaint(changes);
  return { ...(await test.client().call('sendComplaint', form)).body, email: form.email };
}
const stateOf = async ({ number, token }: { number: string; token: string }) =>
  (await test.client().call('getComplaint', { number, token })).body;
const actsOn = (number: string) =>
  test.sql('select who, act, detail from desk_acts where number = $1 order by acted_at, act_id', [number]);

describe('the desk', () => {
  it('lists, shows, answers and closes complaints, by email and on the page, and records each act', async () => {
    const one = await complain();
    const listed = (await desk(test, 'list')).said;
    expect(listed).toContain(`0 d  ${one.number}  rules  en  Somebody sells watches. Again and again.`);
    const shown = (await desk(test, 'show', one.number.toLowerCase())).said;
    for (const part of ['Vera de Vries', one.email, '  Again and again.']) expect(shown).toContain(part);
    expect(await desk(test, 'answer', one.number, 'Thank you.\nWe are looking.')).toMatchObject({ code: 0 });
    expect(await desk(test, 'close', one.number, 'no-breach')).toMatchObject({ code: 0 });
    const mails = await mailsTo(test, one.email);
    expect(mails).toHaveLength(3);
    const [answer, end] = ['Our answer', 'Our decision'].map((title) =>
      mails.find(({ subject }) => subject.startsWith(title)),
    );
    expect(answer?.text).toContain('We are looking.');
    expect(end?.text).toMatch(/found nothing that breaks[\s\S]*within six months/);
    expect(await stateOf(one)).toMatchObject({
      answers: [{ text: 'Thank you.\nWe are looking.' }],
      outcome: 'no-breach',
      closed_at: expect.any(String),
    });
    expect((await desk(test, 'list')).said).not.toContain(one.number);
    expect(await actsOn(one.number)).toEqual(
      expect.arrayContaining([
        { who: 'mo', act: 'show', detail: '' },
        { who: 'mo', act: 'answer', detail: '1' },
        { who: 'mo', act: 'close', detail: 'no-breach' },
      ]),
    );
    await expect(test.sql('delete from desk_acts')).rejects.toThrow();
    await expect(test.sql(`update desk_acts set who = 'Jo'`)).rejects.toThrow();
  });

  it('does nothing for an unknown number, an unknown outcome or an empty answer', async () => {
    const { number } = await complain();
    expect((await desk(test, 'close', number, 'maybe')).code).toBe(1);
    expect((await desk(test, 'answer', number, ' ')).code).toBe(1);
    expect((await desk(test, 'show', 'AAAAA-AAAAA')).code).toBe(1);
    expect(await actsOn(number)).toEqual([]);
  });

  it('closes a complaint once when two close it at the same time, and mails one outcome', async () => {
    const one = await complain();
    const ends = await Promise.all([
      desk(test, 'close', one.number, 'solved'),
      desk(test, 'close', one.number, 'no-breach'),
    ]);
    expect(ends.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(await mailsTo(test, one.email)).toHaveLength(2);
    expect(await actsOn(one.number)).toHaveLength(1);
    const both = await Promise.all([
      desk(test, 'answer', one.number, 'First'),
      desk(test, 'answer', one.number, 'Second'),
    ]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect((await stateOf(one)).answers).toHaveLength(2);
  });

  it('lists all reports about one member in one line, bans nobody, and saves the pictures (ABU-14)', async () => {
    const bo = await quickMember(test);
    const photo = await addPhotoRow(test, bo.id);
    await test.context.storage.put(`member/${bo.id.slice(0, 2)}/${bo.id}/${photo}/full.webp`, Buffer.from('seen'));
    const numbers: string[] = [];
    for (let count = 0; count < 20; count += 1)
      numbers.push((await report(await quickMember(test), { profile: bo.id })).body.number);
    const lines = (await desk(test, 'list')).said.split('\n').filter((line) => line.includes(numbers[0] ?? 'none'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('and 19 more about the same member');
    expect((await bo.call('getUser')).status).toBe(200);
    const folder = await mkdtemp(join(tmpdir(), 'tealight-desk-'));
    const path = join(folder, `${numbers[0] ?? ''}-0.webp`);
    expect((await desk(test, 'show', numbers[0] ?? '', '--save', folder)).said).toContain(`saved: ${path}`);
    expect((await readFile(path)).toString()).toBe('seen');
    expect((await stat(path)).mode & 0o077).toBe(0);
    await rm(folder, { recursive: true });
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
    expect((await desk(test, 'list')).said).toContain(`4 d  ${old.number}`);
    for (const { number } of [old, child]) await desk(test, 'close', number, 'no-breach');
    expect(await warned()).toEqual([]);
    test.clock.move(-4 * dayMs);
  });

  it('sends no email if no address was given', async () => {
    const one = await complain({ kind: 'child-abuse', name: '', email: '' });
    await test.runJobs();
    const before = (await test.outbox()).length;
    expect((await desk(test, 'close', one.number, 'no-breach')).code).toBe(0);
    await test.runJobs();
    expect((await test.outbox()).length).toBe(before);
    expect((await stateOf(one)).outcome).toBe('no-breach');
  });

  it('explains outcome, decider and redress in the language of the complaint (LEG-12, LEG-18)', async () => {
    const sentences = createSentences(fileURLToPath(new URL('../../locales', import.meta.url)));
    const site = await test.context.sites.ofMember('default', null);
    for (const outcome of complaintOutcomes) {
      const { number } = await complain();
      const bo = await quickMember(test);
      const ban = ['--measure', 'ban', '--ground', 'harm', '--facts', 'x'];
      await deskAs('jo', test, 'measure', bo.id, ...ban);
      const [row] = await test.sql<{ number: string }>('select number from measures where member_id = $1', [bo.id]);
      const options = {
        acted: ['--member', (await quickMember(test)).id, ...ban],
        changed: ['--decision', row?.number ?? ''],
      };
      expect(
        (await desk(test, 'close', number, outcome, ...((options as Record<string, string[]>)[outcome] ?? []))).code,
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
          const letter = await letters['complaint-closed'].write(call);
          expect(letter?.paragraphs[1]).toBe(say(`support.outcome.${outcome}`));
          expect(letter?.paragraphs.slice(2)).toEqual(
            outcome === 'solved' ? [] : [say('support.by-people'), say('support.redress')],
          );
          return letter?.paragraphs.join(' ');
        }),
      );
      expect(new Set(said).size).toBe(languages.length);
    }
  });

  it('deletes a closed complaint with its evidence after six months, and keeps an open one', async () => {
    const [open, closed] = [await complain(), await complain()];
    const bo = await quickMember(test);
    const reported = (await report(await quickMember(test), { profile: bo.id })).body;
    for (const { number } of [closed, reported]) await desk(test, 'close', number, 'no-breach');
    await desk(test, 'answer', closed.number, 'Why');
    // Six months are 181 to 184 days.
    test.clock.move(180 * dayMs);
    await purgeComplaints(test.context);
    expect(await stateOf(closed)).toMatchObject({ outcome: 'no-breach' });
    test.clock.move(5 * dayMs);
    await purgeComplaints(test.context);
    expect(await stateOf(closed)).toMatchObject({ error: 'complaint.not-found' });
    expect(await stateOf(open)).toMatchObject({ outcome: null });
    for (const table of ['complaint_evidence', 'complaint_answers'])
      expect(
        await test.sql(`select 1 from ${table} where number = any($1)`, [[closed.number, reported.number]]),
      ).toEqual([]);
    test.clock.move(-185 * dayMs);
  });

  it('cannot change the text or the outcome of a complaint', async () => {
    const { number } = await complain({ email: `${randomUUID()}@example.org` });
    await expect(test.sql(`update complaints set text = 'x' where number = $1`, [number])).rejects.toThrow();
    await desk(test, 'close', number, 'solved');
    await expect(test.sql(`update complaints set outcome = 'acted' where number = $1`, [number])).rejects.toThrow();
  });
});
