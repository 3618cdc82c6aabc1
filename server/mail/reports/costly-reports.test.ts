import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { quickMember } from '../../../tests/support/chat.ts';
import { type TestApp, createTestApp } from '../../../tests/support/test-app.ts';
import { readMailDrop } from './read-mail-drop.ts';
import { dsn, listStopReasons, postReport, signReport, writeBounce } from '../../../tests/support/mail-reports.ts';

const secret = randomBytes(24).toString('hex');
let folder: string;
let test: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tealight-test-'));
  test = await createTestApp({ env: { MAIL_REPORT_SECRETS: secret, MAIL_REPORT_FOLDER: folder } });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

const post = (raw: string): Promise<number> => postReport(test, raw, signReport(raw, secret, test.clock.now()));

describe('a mail that would keep the parser busy', () => {
  const parts = 'Content-Type: multipart/report; boundary=B\r\n\r\n';
  const costly: [string, (bounce: string) => string][] = [
    ['thousands of parts', (bounce) => `To: ${bounce}\r\n${parts}${'--B\r\n\r\n'.repeat(3_000)}`],
    ['thousands of boundaries', (bounce) => `To: ${bounce}\n${parts}${'--B\n'.repeat(3_000)}`],
    [
      'flowing text of thousands of lines',
      (bounce) => `To: ${bounce}\r\nContent-Type: text/plain; format=flowed\r\n\r\n${'a \n'.repeat(6_000)}`,
    ],
    ['a header of thousands of addresses', (bounce) => `From: ${bounce}\r\nTo: ${'a:'.repeat(50_000)}\r\n\r\n`],
    ['no token of ours', () => dsn('bounces@tealight.example', '5.1.1')],
  ];

  it.each(costly)('is not parsed: %s', async (_name, writeRaw) => {
    const member = await quickMember(test);
    const parse = vi.spyOn(PostalMime, 'parse');
    await writeFile(join(folder, '5.eml'), writeRaw(writeBounce(test, member)));
    await readMailDrop(test.context);
    expect(await post(writeRaw(writeBounce(test, member)))).toBe(200);
    expect(parse).not.toHaveBeenCalled();
    expect((await readdir(folder)).includes('5.eml')).toBe(false);
  });

  it('is parsed once, without the thousands of mails nested in it', async () => {
    const member = await quickMember(test);
    const parse = vi.spyOn(PostalMime.prototype, 'parse');
    const nested = 'Content-Type: message/rfc822\r\n\r\n'.repeat(2_450);
    expect(await post(`From: mailer-daemon@example.net\r\nTo: ${writeBounce(test, member)}\r\n${nested}`)).toBe(200);
    expect(parse).toHaveBeenCalledTimes(1);
  });

  it('is parsed once, without a nested report whose header names thousands of addresses', async () => {
    const member = await quickMember(test);
    const parse = vi.spyOn(PostalMime, 'parse');
    const inner = `Content-Type: multipart/report; boundary=C\r\nTo: ${'a:'.repeat(50_000)}\r\n\r\n--C\r\n\r\nx\r\n--C--\r\n`;
    const parts = `--B\r\nContent-Type: text/plain\r\n\r\nx\r\n--B\r\nContent-Type: message/rfc822\r\n\r\n${inner}--B--\r\n`;
    const head = `From: mailer-daemon@example.net\r\nTo: ${writeBounce(test, member)}\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n`;
    expect(await post(head + parts)).toBe(200);
    expect(parse).toHaveBeenCalledTimes(1);
  });

  it('is parsed only up to 128 KiB if it is large, and its report still counts', async () => {
    const member = await quickMember(test);
    const parse = vi.spyOn(PostalMime, 'parse');
    const quoted = `${'x'.repeat(70)}\r\n`.repeat(30_000);
    await writeFile(join(folder, '6.eml'), dsn(writeBounce(test, member), '5.1.1').replace('Bl\xfcten', quoted));
    await readMailDrop(test.context);
    expect(await listStopReasons(test, member)).toEqual(['bounce']);
    expect(parse.mock.calls.map(([raw]) => (raw as Buffer).byteLength)).toEqual([128 * 1024]);
  });
});

it('a report counts even if an encoded line breaks within the address', async () => {
  const member = await quickMember(test);
  const bounce = writeBounce(test, member);
  expect(await post(dsn(`${bounce.slice(0, 30)}=\r\n${bounce.slice(30)}`, '5.1.1'))).toBe(200);
  expect(await listStopReasons(test, member)).toEqual(['bounce']);
});
