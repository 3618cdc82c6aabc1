import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Output } from '../../contract/index.ts';
import type { ErrorBody } from '../../contract/platform/errors.ts';
import { complaintFilesMax, complaintFilesMaxMegabytes } from '../../contract/support/limits.ts';
import type { Upload } from '../../contract/platform/upload.ts';
import { buildComplaint, runSupport, mailsTo } from '../../tests/support/complaint.ts';
import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';
import { holdRedrawing, stripes } from '../../tests/support/photo-files.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n');
const megabyte = 1024 * 1024;

function makeUpload(bytes: Uint8Array): Upload {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { size: bytes.byteLength, sha256, read: () => Promise.resolve(bytes) };
}

/** Sends a complaint like the page's form, in the same process. */
async function send(
  files: readonly Uint8Array[],
  changes: object = {},
): Promise<Output<'sendComplaint'> & Partial<ErrorBody>> {
  const answer = await test.app.dispatch(
    'sendComplaint',
    { ...buildComplaint(changes), files: files.map(makeUpload) },
    {
      host: 'localhost',
      ip: '192.0.2.77',
      origin: 'http://localhost',
      client: 'web',
      cookies: {},
      visit: { tracking: undefined },
      trace: '',
      acceptedLanguages: 'en',
      geoipCountry: null,
      setCookie: () => undefined,
    },
  );
  return answer.body as Output<'sendComplaint'> & Partial<ErrorBody>;
}

const kept = (number: string) =>
  test.sql<{ position: number; kind: string; sha256: string; content: Buffer }>(
    'select position, kind, sha256, content from complaint_files where number = $1 order by position',
    [number],
  );

describe('the files of a complaint', () => {
  it('are PDFs and pictures without metadata, counted on the page and saved by staff', async () => {
    const photo = await sharp(stripes(80, 60))
      .withExif({ IFD0: { Copyright: 'taken at home' } })
      .jpeg()
      .toBuffer();
    expect(photo.toString('latin1')).toContain('taken at home');
    const { number, token } = await send([photo, pdf]);
    const [first, second, ...more] = await kept(number);
    expect([first?.kind, second?.kind, more]).toEqual(['webp', 'pdf', []]);
    expect(first?.content.subarray(8, 12).toString()).toBe('WEBP');
    expect(first?.content.toString('latin1')).not.toContain('taken at home');
    expect((await test.client().call('getComplaint', { number, token })).body.files).toBe(2);

    expect((await runSupport(test, 'show', number)).said).toContain(
      'file 1: pdf, 1 KB, not checked: open it away from this machine',
    );
    const folder = await mkdtemp(join(tmpdir(), 'tealight-staff-'));
    const path = join(folder, `${number}-file-1.pdf`);
    expect((await runSupport(test, 'show', number, '--save', folder)).said).toContain(`saved: ${path}`);
    expect(await readFile(path)).toEqual(pdf);
    expect((await stat(path)).mode & 0o077).toBe(0);
    await rm(folder, { recursive: true });
  });

  it('are recognized by their content, and refused at their field with nothing kept', async () => {
    const cut = stripes(400, 300).subarray(0, 200);
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const half = Buffer.concat([pdf, Buffer.alloc((complaintFilesMaxMegabytes / 2) * megabyte)]);
    const refusals: [Uint8Array[], string][] = [
      [[pdf, page], 'file.type'],
      [[Buffer.alloc(0)], 'file.type'],
      [[cut], 'file.unreadable'],
      [Array.from({ length: complaintFilesMax + 1 }, () => pdf), 'file.too-many'],
      [[half, half], 'file.too-large'],
    ];
    for (const [files, code] of refusals) {
      const email = `${randomUUID()}@example.org`;
      expect((await send(files, { email })).fields).toEqual({ files: code });
      expect(await test.sql('select 1 from complaints where email = $1', [email])).toEqual([]);
    }
  });

  it('are refused at their field while a dozen other complaints wait', async () => {
    const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const release = holdRedrawing();
    const refused: unknown[] = [];
    const sent: ReturnType<typeof send>[] = [];
    await new Promise<void>((resolve) => {
      for (let count = 0; count < 15; count += 1)
        sent.push(
          send([picture]).then((answer) => {
            if (answer.fields && refused.push(answer.fields) === 3) resolve();
            return answer;
          }),
        );
    });
    await release();
    const numbers = (await Promise.all(sent)).flatMap(({ number }) => number ?? []);
    expect(numbers).toHaveLength(12);
    for (const fields of refused) expect(fields).toEqual({ files: 'request.busy' });
  });

  it('cannot be claimed by a call that is not a form', async () => {
    const { status, body } = await test.client().call('sendComplaint', buildComplaint({ files: [{ size: 1 }] }));
    expect([status, body.fields]).toEqual([422, { files: 'field.invalid' }]);
  });

  it('are tied to the idempotency key: the same files repeat the complaint, others are refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const email = `${randomUUID()}@example.org`;
      const same = buildComplaint({ email });
      const other = Buffer.concat([pdf, Buffer.from(`% ${round}`)]);
      const answers = await Promise.all([send([pdf], same), send([other], same), send([pdf], same), send([], same)]);
      const [taken] = answers.filter(({ number }) => number !== undefined);
      const files = await kept(taken?.number ?? '');
      const sent = [[pdf], [other], [pdf], []].map((list) => list.map((one) => makeUpload(one).sha256));
      for (const [at, answer] of answers.entries()) {
        const isKept = JSON.stringify(sent[at]) === JSON.stringify(files.map(({ sha256 }) => sha256));
        expect(answer.error).toBe(isKept ? undefined : 'request.key-reused');
      }
      expect(await mailsTo(test, email)).toHaveLength(1);
    }
  });

  it('cannot be changed, and are deleted with their complaint', async () => {
    const { number } = await send([pdf]);
    await expect(test.sql(`update complaint_files set kind = 'webp' where number = $1`, [number])).rejects.toThrow();
    await test.sql('delete from complaints where number = $1', [number]);
    expect(await kept(number)).toEqual([]);
  });
});

describe('the daily space for files', () => {
  const ip = '192.0.2.77';
  beforeAll(async () => {
    await test.close();
    test = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
  });

  it.each([
    ['an address', () => test.context.rateLimits.enforceAddress('file-kilobytes', ip, 60 * 1_024)],
    ['everybody', () => test.context.rateLimits.enforce('all-file-kilobytes', '', 1_024 * 1_024)],
  ] as const)(
    'is reported as full at the field if %s used it up, and complaints without files still work',
    async (_whose, useUp) => {
      await test.sql('delete from rate_limits');
      expect((await send([pdf])).fields).toBeUndefined();
      await test.sql('delete from rate_limits');
      await useUp();
      const error = vi.spyOn(test.context.log, 'error');
      const email = `${randomUUID()}@example.org`;
      const answers = [await send([pdf], { email }), await send([pdf], { email })];
      for (const { fields, retry_after: wait } of answers)
        expect([fields, (wait as number) > 80_000]).toEqual([{ files: 'file.full' }, true]);
      expect(await test.sql('select 1 from complaints where email = $1', [email])).toEqual([]);
      expect((await send([], { email })).fields).toBeUndefined();
      expect(error.mock.calls.map(([facts]) => facts)).toEqual(
        _whose === 'everybody' ? [{ event: 'complaint.files-full' }] : [],
      );
      error.mockRestore();
    },
  );
});
