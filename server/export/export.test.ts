import { randomUUID } from 'node:crypto';

import { describe, expect, it, vi } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import { freshLoginMinutes } from '../../contract/accounts/limits.ts';
import { sendText } from '../../tests/support/chat.ts';
import { buildComplaint, runSupport, report } from '../../tests/support/complaint.ts';
import { askForExport, exported, fetchExportLink, fetchLink, shownExport } from '../../tests/support/export.ts';
import { type Planted, mark, plant, textColumns } from '../../tests/support/plant-member.ts';
import { testPassword, useTestApp } from '../../tests/support/test-app.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { hourMs, minuteMs } from '../platform/clock.ts';
import { makeExport } from './make-export.ts';
import { eraseExports, purgeExports } from './purge-exports.ts';

const test = useTestApp();

const getText = (files: Map<string, Buffer>): string =>
  [...files]
    .filter(([name]) => !name.endsWith('.webp'))
    .map(([, content]) => content.toString())
    .join('\n');

describe('an export', () => {
  it('contains every text and picture of the member, and pages in their language (PII-13)', async () => {
    const planted: Planted = await plant(test);
    const { member, id } = planted;
    await test.sql(`update members set language = 'de', email = 'canary-${id}@example.org' where member_id = $1`, [id]);
    await test.sql('update members set password_hash = $2 where member_id = $1', [
      id,
      await hashPassword(testPassword),
    ]);
    const files = await exported(test, member);
    const text = getText(files);
    // Columns of the planted tables that contain no words of the member: hashes, copies, and scopes.
    const said = /^(?:members|profiles|messages|drafts|payments|photos|postbacks|stored_cards|discount_codes)\./;
    const unsaid =
      /^(?:members\.(?:email|password_hash)|profiles\.(?:pool|status|main_photo_status)|discount_codes\.scope)$/;
    const words = (await textColumns(test))
      .filter(({ type }) => type === 'text')
      .map((one) => `${one.table}.${one.column}`);
    const wanted = planted.columns.filter((name) => words.includes(name) && said.test(name) && !unsaid.test(name));
    expect(wanted.length).toBeGreaterThan(8);
    expect(wanted.filter((name) => !text.includes(`${mark} ${name}`))).toEqual([]);
    expect(text).toContain(`canary-${id}@example.org`);
    expect(text).toContain(`${mark} buyer`);
    expect([...files.keys()].filter((name) => /^photos\/.*\.webp$/.test(name))).toHaveLength(1);
    expect([...files.keys()].filter((name) => /^message-photos\/.*\.webp$/.test(name))).toHaveLength(1);
    expect(files.get('account.html')?.toString()).toContain('<html lang="de">');
    expect(files.get('account.html')?.toString()).toContain('E-Mail-Adresse');
    expect(() => JSON.parse(files.get('data/conversations.json')?.toString() ?? '')).not.toThrow();
  });

  it('contains no words of others, nor who blocked, liked or reported the member (PII-15)', async () => {
    const [member, friend, enemy] = [
      await test.member({ paid: true }),
      await test.member({ paid: true }),
      await test.member(),
    ];
    const sent = await sendText(friend, { profile: member.id }, 'The words of a friend');
    await sendText(member, { conversation: sent.body.message.conversation }, 'My own words');
    await enemy.call('addLike', { profile: member.id });
    await enemy.call('blockMember', { profile: member.id });
    await enemy.call('sendReport', {
      profile: member.id,
      reason: 'spam',
      text: 'A secret report',
      block: false,
      idempotency_key: randomUUID(),
    });
    const text = getText(await exported(test, member));
    expect(text).toContain('My own words');
    expect(text).not.toContain('The words of a friend');
    expect(text).not.toContain('A secret report');
    expect(text).not.toContain(enemy.id);
    expect(text).not.toMatch(/argon2|password_hash/);
  });

  it('contains complaints with files and answers, matched by address only if it is confirmed', async () => {
    const [member, other] = [await test.member(), await test.member()];
    const email = `${randomUUID()}@example.org`;
    const { number } = (await test.client().call('sendComplaint', buildComplaint({ email, text: 'My own complaint' })))
      .body;
    const content = Buffer.from('%PDF-1.7 my proof');
    await test.sql(`insert into complaint_files values ($1, 0, 'pdf', 'hash', $2)`, [number, content]);
    const reported = (await report(member, { profile: other.id })).body.number;
    for (const one of [number, reported]) await runSupport(test, 'answer', one, `An answer to ${one}`);
    await test.sql(
      `update members set email = $2, confirmed_at = null, status = 'not_confirmed' where member_id = $1`,
      [other.id, email],
    );
    expect(getText(await exported(test, other))).not.toContain('My own complaint');
    await test.sql(`update members set email = '' where member_id = $1`, [other.id]);
    await test.sql('update members set email = $2 where member_id = $1', [member.id, email.toUpperCase()]);
    const files = await exported(test, member);
    for (const said of ['My own complaint', `An answer to ${number}`, `An answer to ${reported}`])
      expect(getText(files)).toContain(said);
    expect(files.get(`complaint-files/${number}-0.pdf`)).toEqual(content);
  });

  it('is a complete, ordered snapshot of one moment, however long it takes to read', async () => {
    const member = await test.member();
    await test.sql(
      `insert into swipes (member_id, profile_id, liked, swiped_at)
       select $1, gen_random_uuid(), false, now() from generate_series(1, 1203)`,
      [member.id],
    );
    const { put } = test.context.exports;
    const spy = vi.spyOn(test.context.exports, 'put').mockImplementationOnce(async (...args) => {
      await put(...args);
      await member.call('updateProfile', { about: 'Written later' });
      await test.sql('delete from swipes where member_id = $1', [member.id]);
    });
    const files = await exported(test, member);
    spy.mockRestore();
    const { swipes } = JSON.parse(files.get('data/likes.json')?.toString() ?? '') as { swipes: { member: string }[] };
    expect(swipes).toHaveLength(1203);
    expect(swipes.map((row) => row.member)).toEqual(swipes.map((row) => row.member).toSorted());
    expect(new Set(swipes.map((row) => row.member)).size).toBe(1203);
    expect(files.get('likes.html')?.toString().match(/<dl>/g)).toHaveLength(1203);
    expect(getText(files)).not.toContain('Written later');
    const left: string[] = [];
    for await (const { key } of test.context.exports.list()) left.push(key);
    expect(left.filter((key) => !key.endsWith('/archive'))).toEqual([]);
  });

  it('shows markup as text', async () => {
    const member = await test.member();
    await member.call('updateProfile', { about: '<script>alert(1)</script>' });
    expect((await exported(test, member)).get('account.html')?.toString()).not.toContain('<script>');
  });

  it('needs the password, and starts once in 24 hours, however often it is requested (PII-13)', async () => {
    const member = await test.member();
    const wrong = await member.call('requestExport', { password: 'not my password' });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { password: 'password.old-wrong' }]);
    expect((await member.call('getExport')).body.export).toBeNull();
    const all = await Promise.all([askForExport(member), askForExport(member), askForExport(member)]);
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
    expect((await shownExport(member))?.state).toBe('waiting');
    await test.runJobs();
    expect((await askForExport(member)).body.error).toBe('export.too-often');
  });

  it('is announced by one mail without a link to the file, even if its job is cut off and rerun', async () => {
    const member = await test.member();
    const { email } = (await member.call('getUser')).body.user;
    await askForExport(member);
    const [row] = await test.sql<{ export_id: ExportId }>('select export_id from exports where member_id = $1', [
      member.id,
    ]);
    const payload = { member_id: member.id, export_id: toId<ExportId>(row?.export_id) };
    const { transaction } = test.context.database;
    const cut = vi.spyOn(test.context.database, 'transaction').mockRejectedValueOnce(new Error('killed'));
    await expect(makeExport(test.context, payload)).rejects.toThrow('killed');
    cut.mockRestore();
    expect(test.context.database.transaction).toBe(transaction);
    const read = vi.spyOn(test.context.database, 'snapshot').mockRejectedValueOnce(new Error('cut'));
    await expect(makeExport(test.context, payload)).rejects.toThrow('cut');
    read.mockRestore();
    expect((await shownExport(member))?.state).toBe('waiting');
    await Promise.all([makeExport(test.context, payload), makeExport(test.context, payload)]);
    await test.runJobs();
    const mails = (await test.outbox()).filter(({ to, text }) => to === email && text.includes('/settings/data'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).not.toContain('token');
  });
});

describe('the download link', () => {
  async function ready() {
    const member = await test.member();
    await askForExport(member);
    await test.runJobs();
    return { member, link: await fetchExportLink(member) };
  }

  it('works once, and only for its member (PII-13)', async () => {
    const { member, link } = await ready();
    expect((await fetchLink(test, await test.member(), link)).statusCode).toBe(410);
    expect((await fetchLink(test, test.client(), link)).statusCode).toBe(403);
    expect((await fetchLink(test, member, `${link}x`)).statusCode).toBe(410);
    const both = await Promise.all([fetchLink(test, member, link), fetchLink(test, member, link)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410]);
    expect(await shownExport(member)).toMatchObject({ state: 'fetched' });
    expect(await fetchExportLink(member)).toBe('');
  });

  it('is given only for the password or within minutes of a login (AUT-11)', async () => {
    const { member } = await ready();
    for (const call of ['openExport', 'getExport'] as const)
      expect((await member.call(call)).body.export?.link).toContain('token=');
    test.clock.move(freshLoginMinutes * minuteMs);
    const refused = await member.call('openExport');
    expect([refused.status, refused.body.fields]).toEqual([422, { password: 'field.missing' }]);
    const wrong = await member.call('openExport', { password: 'not my password' });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { password: 'password.old-wrong' }]);
    for (const answer of [refused, wrong, await member.call('getExport')])
      expect(JSON.stringify(answer.body)).not.toContain('token');
    test.clock.move(-freshLoginMinutes * minuteMs);
  });

  it('does not work in another session of the same member', async () => {
    const { member, link } = await ready();
    const { email } = (await member.call('getUser')).body.user;
    const thief = test.client();
    expect((await thief.call('logIn', { login: email, password: testPassword })).status).toBe(200);
    expect((await fetchLink(test, thief, link)).statusCode).toBe(410);
    expect((await fetchLink(test, member, link)).statusCode).toBe(200);
  });

  it('expires after 24 hours, and the file is deleted with it (PII-13)', async () => {
    const { member, link } = await ready();
    const files = async () => {
      const keys: string[] = [];
      for await (const { key } of test.context.exports.list()) keys.push(key);
      return keys;
    };
    const before = test.clock.now();
    expect(await files()).not.toEqual([]);
    test.clock.move(25 * hourMs);
    expect((await fetchLink(test, member, link)).statusCode).toBe(410);
    await purgeExports(test.context);
    expect(await files()).toEqual([]);
    test.clock.move(before.getTime() - test.clock.now().getTime());
  });

  it('is erased with its member even if the export is being made, before or after its file exists', async () => {
    for (const when of ['rows', 'file', 'late'] as const) {
      const member = await test.member();
      await askForExport(member);
      const [row] = await test.sql<{ export_id: ExportId }>('select export_id from exports where member_id = $1', [
        member.id,
      ]);
      const id = toId<ExportId>(row?.export_id);
      const make = () => makeExport(test.context, { member_id: member.id, export_id: id });
      const { put, removeAll } = test.context.exports;
      const isFile = (key: string) => key.endsWith('/archive');
      if (when === 'late') {
        const written = new Promise<void>((done) => {
          vi.spyOn(test.context.exports, 'put').mockImplementation(async (...args) => {
            await put(...args);
            if (isFile(args[0])) done();
          });
        });
        let making: Promise<void> | undefined;
        // The file appears after the erasure has removed the earlier ones.
        vi.spyOn(test.context.exports, 'removeAll').mockImplementationOnce(async (prefix) => {
          await removeAll(prefix);
          making = make();
          await written;
        });
        await eraseExports(test.context, member.id);
        await making;
      } else {
        vi.spyOn(test.context.exports, 'put').mockImplementation(async (...args) => {
          await put(...args);
          if (isFile(args[0]) === (when === 'file')) await eraseExports(test.context, member.id);
        });
        await make();
      }
      vi.restoreAllMocks();
      const left: string[] = [];
      for await (const { key } of test.context.exports.list()) if (key.startsWith(id)) left.push(key);
      expect(left).toEqual([]);
      expect(await shownExport(member)).toBeNull();
    }
  });

  it('is erased with its member', async () => {
    const { member } = await ready();
    const [row] = await test.sql<{ export_id: ExportId }>('select export_id from exports where member_id = $1', [
      member.id,
    ]);
    expect(await test.context.exports.open(`${row?.export_id}/archive`)).toBeDefined();
    await eraseExports(test.context, member.id);
    expect(await test.context.exports.open(`${row?.export_id}/archive`)).toBeUndefined();
    expect(await shownExport(member)).toBeNull();
  });
});
