import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type S3Server, startS3 } from '../mocks/s3/server.ts';
import { replayErasures } from '../server/erasure/replay-erasures.ts';
import { eraseMember } from '../server/erasure/erase-member.ts';
import { memberHash, recordErasure } from '../server/erasure/ledger.ts';
import { purgeExports } from '../server/export/purge-exports.ts';
import { checkStorages, watchStorages } from '../server/photos/check-storages.ts';
import { decidePhoto, rejectAnyPhoto } from '../server/photos/decide-photo.ts';
import { variants } from '../server/photos/rules.ts';
import { sweepPictures } from '../server/photos/sweep-pictures.ts';
import { hourMs, minuteMs } from '../server/platform/clock.ts';
import { StartError } from '../server/platform/database/check-database.ts';
import { StorageError } from '../server/platform/storage/storage.ts';
import { checkInstallation } from '../server/settings/check-installation.ts';
import { openLink, quickMember, sendFile } from './support/chat.ts';
import { askForExport, exported, fetchExportLink, fetchLink } from './support/export.ts';
import { stripes, uploadPhoto } from './support/photo-files.ts';
import { type TestApp, type TestClient, createTestApp } from './support/test-app.ts';

let server: S3Server;
let test: TestApp;
const errors: Record<string, unknown>[] = [];
beforeAll(async () => {
  server = await startS3();
  test = await createTestApp({ env: { DEMO: '0', ...server.env } });
  test.context.log.error = ((line: object) => void errors.push({ ...line })) as typeof test.context.log.error;
});
afterAll(async () => {
  await test.close();
  await server.close();
});
beforeEach(() => {
  errors.length = 0;
  server.calls.length = 0;
});

const listKeys = (part: string) => [...server.objects.keys()].filter((key) => key.includes(part));

describe('photos in a bucket', () => {
  let owner: TestClient;
  let viewer: TestClient;
  beforeEach(async () => {
    [owner, viewer] = [await quickMember(test), await quickMember(test, { paid: true, credits: 100 })];
  });

  const open = async (link: string, client?: TestClient) => (await openLink(test, link, client)).statusCode;

  /** Uploads a photo, and returns its id and the viewer's links, one for each variant. */
  async function addPhoto(): Promise<{ id: PhotoId; links: string[] }> {
    const { status, body } = await uploadPhoto(test, owner);
    expect(status).toBe(200);
    const { profile } = (await viewer.call('getProfile', { id: owner.id })).body;
    const image = profile.photos.find(({ id }) => id === body.photo.id)?.image;
    const links = [image?.filename, image?.match, image?.thumb_filename] as string[];
    return { id: body.photo.id as PhotoId, links };
  }

  it('are stored there in all variants, and nowhere else', async () => {
    const { id, links } = await addPhoto();
    const folder = `photos/member/${owner.id.slice(0, 2)}/${owner.id}/${id}`;
    expect(listKeys(id).toSorted()).toEqual(variants.map((variant) => `${folder}/${variant}.webp`).toSorted());
    for (const link of links) {
      const { statusCode, headers, rawPayload } = await openLink(test, link, viewer);
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp']);
      expect(rawPayload.length).toBe(Number(headers['content-length']));
      expect(rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    }
  });

  it('MED-07 are found neither at the bucket without a key nor by guessing', async () => {
    const { id, links } = await addPhoto();
    const [key = ''] = listKeys(id);
    for (const path of ['', `/${key}`, `/${key}?X-Amz-Expires=60`, '?list-type=2', '?list-type=2&prefix=photos/'])
      expect((await fetch(`${server.url}/${server.bucket}${path}`)).status).toBe(403);
    const [link = ''] = links;
    const guesses = [
      link.split('?')[0] as string,
      `/media/${key}`,
      `/${key}`,
      link.replace('full.webp', 'full.webp/../thumb.webp'),
      link.replace(id, randomUUID()),
      link.replace('full', 'original'),
      link.replace('/media/', '/media/photos/'),
    ];
    server.calls.length = 0;
    for (const url of guesses) expect([url, [403, 404].includes(await open(url, viewer))]).toEqual([url, true]);
    expect(server.calls).toEqual([]);
  });

  it('MED-08 open only by the link itself, for 60 minutes, for its viewer and variant', async () => {
    const { links } = await addPhoto();
    const [link = ''] = links;
    const altered = [
      link.replace('full', 'match'),
      link.replace('full', 'blurred'),
      link.replace(/e=(\d+)/, (_all, seconds: string) => `e=${Number(seconds) + 60}`),
      link.replace(/s=./, 's=~'),
      link.replace(viewer.id, owner.id),
    ];
    server.calls.length = 0;
    for (const url of altered) expect([url, await open(url, viewer)]).toEqual([url, 403]);
    expect(await open(link)).toBe(403);
    expect(await open(link, owner)).toBe(403);
    expect(server.calls).toEqual([]);
    expect(await open(link, viewer)).toBe(200);
    test.clock.move(60 * minuteMs);
    expect(await open(link, viewer)).toBe(403);
    expect(server.calls).toHaveLength(1);
  });

  it('MED-08 stop opening in every variant as soon as the owner blocks the viewer', async () => {
    const { links } = await addPhoto();
    for (const link of links) expect(await open(link, viewer)).toBe(200);
    await owner.call('blockMember', { profile: viewer.id });
    for (const link of links) expect(await open(link, viewer)).toBe(403);
  });

  it.each(['deleted', 'moderated', 'rejected'] as const)('MED-09 that are %s are gone at once', async (how) => {
    const { id, links } = await addPhoto();
    for (const link of links) expect(await open(link, viewer)).toBe(200);
    if (how === 'deleted') expect((await owner.call('deletePhoto', { id })).status).toBe(200);
    else
      await test.context.database.transaction((tx) =>
        how === 'moderated'
          ? rejectAnyPhoto(test.context, tx, { memberId: owner.id, photoId: id })
          : decidePhoto(test.context, tx, id, { status: 'rejected', refusal: 'sexual' }),
      );
    for (const link of links) expect(await open(link, viewer)).toBe(404);
    expect(listKeys(id)).toEqual([]);
  });

  it('MED-09 are gone at once even while the bucket fails, and their files within a day', async () => {
    const { id, links } = await addPhoto();
    // Each file is tried three times.
    server.faults.push(...variants.flatMap(() => ['slow-down', 'slow-down', 'slow-down'] as const));
    expect((await owner.call('deletePhoto', { id })).status).toBe(200);
    expect(errors.map(({ event }) => event)).toContain('storage.failed');
    expect(listKeys(id)).toHaveLength(variants.length);
    for (const link of links) expect(await open(link, viewer)).toBe(404);
    test.clock.move(25 * hourMs);
    server.calls.length = 0;
    await sweepPictures(test.context);
    expect(listKeys(id)).toEqual([]);
    // With ten million members, a list of the bucket takes 120,000 requests.
    expect(server.calls.map((call) => call.split(' ')[0])).toEqual(variants.map(() => 'DELETE'));
    server.calls.length = 0;
    await sweepPictures(test.context);
    expect(server.calls).toEqual([]);
  });

  it('that a row refers to are kept by the sweep', async () => {
    const { message } = (
      await sendFile(test, viewer, { profile: owner.id, idempotency_key: randomUUID() }, stripes(40, 40))
    ).body;
    const keys = listKeys(message.conversation);
    expect(keys).toHaveLength(variants.length);
    test.clock.move(25 * hourMs);
    await sweepPictures(test.context);
    expect(listKeys(message.conversation)).toEqual(keys);
  });

  it('are refused with 503 and a line in the log while the bucket fails, and nothing of them stays', async () => {
    const { links } = await addPhoto();
    server.faults.push('slow-down', 'slow-down', 'slow-down');
    const { statusCode, headers } = await openLink(test, links[0] as string, viewer);
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
    expect(errors.map(({ event }) => event)).toContain('storage.failed');
    const before = server.objects.size;
    server.faults.push('ok', 'ok', 'slow-down', 'slow-down', 'slow-down');
    const refused = await uploadPhoto(test, owner);
    expect([refused.status, refused.body.error]).toEqual([503, 'request.busy']);
    expect(server.objects.size).toBe(before);
    expect((await uploadPhoto(test, owner)).status).toBe(200);
  });
});

describe('exports in a bucket', () => {
  it('contain the pictures of their member, and leave only the archive behind until it expires', async () => {
    const member = await test.member();
    const picture = (await uploadPhoto(test, member)).body.photo.id;
    const files = await exported(test, member);
    expect([...files.keys()]).toContain(`photos/${picture}.webp`);
    expect(files.get(`photos/${picture}.webp`)).toEqual(
      server.objects.get(listKeys(`${picture}/full`)[0] ?? '')?.bytes,
    );
    expect(listKeys('exports/')).toHaveLength(1);
    test.clock.move(25 * hourMs);
    await purgeExports(test.context);
    expect(listKeys('exports/')).toEqual([]);
  });

  it('are made again if the bucket fails, and keep their link if it fails as they are fetched', async () => {
    const member = await test.member();
    await askForExport(member);
    server.faults.push('slow-down', 'slow-down', 'slow-down');
    await test.runJobs();
    expect(errors.map(({ event }) => event)).toContain('storage.failed');
    await test.sql('update graphile_worker._private_jobs set run_at = now()');
    await test.runJobs();
    const link = await fetchExportLink(member);
    server.faults.push('slow-down', 'slow-down', 'slow-down');
    expect((await fetchLink(test, member, link)).statusCode).toBe(503);
    expect((await fetchLink(test, member, link)).statusCode).toBe(200);
  });
});

describe('the ledger of erasures in a bucket', () => {
  it('PII-14 erases again a member who came back with a backup', async () => {
    const [member, other] = [await quickMember(test), await quickMember(test)];
    const { id } = (await uploadPhoto(test, member)).body.photo;
    await eraseMember(test.context, member.id);
    const hash = memberHash(member.id);
    expect([listKeys(id), listKeys(hash)]).toEqual([[], [expect.stringMatching(/^erasures\/on\/\d{4}-\d\d-\d\d\//)]]);
    await recordErasure(test.context, memberHash(other.id));
    await test.sql(`update restore_state set erasures_read_until = current_date, read_all_until = current_date - 1`);
    expect(await replayErasures(test.context)).toBe(1);
    expect(await replayErasures(test.context)).toBe(0);
  });
});

describe('a bucket that is checked', () => {
  const check = () => checkStorages(test.context);
  const open = (opens: (act: string, path: string) => boolean) => Object.assign(server.state, { opens });
  afterEach(() => open(() => false));

  it('leaves nothing behind, except in the ledger, where nothing may be removed', async () => {
    const before = [...server.objects.keys(), 'erasures/00/probe'];
    await check();
    expect([...server.objects.keys()].toSorted()).toEqual([...new Set(before)].toSorted());
    expect(await replayErasures(test.context)).toBe(0);
  });

  it.each([
    ['pictures', (path: string) => /^photos\/member\/.*\.webp$/.test(path)],
    ['exports', (path: string) => path.endsWith('/archive')],
    ['erasures', (path: string) => path.startsWith('erasures/00/')],
  ])('MED-07 is refused if a rule opens only its %s', async (_what, isOpen) => {
    open((act, path) => act === 'read' && isOpen(path));
    await expect(check()).rejects.toThrow('must be private');
  });

  it('MED-07 is found each night if somebody has opened it since the start', async () => {
    const watch = async () => {
      await test.sql(`select graphile_worker.add_job('watch-storages')`);
      await test.runJobs();
    };
    await watch();
    expect(errors).toEqual([]);
    open((act) => act === 'list');
    await watch();
    expect(errors).toEqual([
      { event: 'storage.public', err: expect.stringContaining('must be private: a request without a key to list') },
    ]);
    open(() => false);
    server.faults.push('slow-down', 'slow-down', 'slow-down');
    await expect(watchStorages(test.context)).rejects.toThrow(StorageError);
  });
});

describe('a database', () => {
  const path = 'installation/id';
  const start = (production: boolean) =>
    checkInstallation({ ...test.context, config: { ...test.context.config, production } });
  /** Forgets what binds a database to production, which makes a copy one of its own. */
  const forget = () =>
    test.sql(
      `update installation set production_since = null, secret_hash = null, payments_test = null, folder_id = null`,
    );
  beforeEach(async () => {
    await forget();
    server.objects.delete(path);
  });

  it.each([true, false])(
    'keeps its bucket, and refuses an empty one or another (production: %s)',
    async (production) => {
      const id = await start(production);
      expect(server.objects.get(path)?.bytes.toString()).toBe(`${id}\n`);
      expect(await start(production)).toBe(id);
      server.objects.delete(path);
      await expect(start(production)).rejects.toThrow(StartError);
      await expect(start(production)).rejects.toThrow(`write ${id} into s3://tealight/${path}`);
      expect(server.objects.has(path)).toBe(false);
      server.objects.set(path, { bytes: Buffer.from('another'), etag: '"another"', at: new Date() });
      await expect(start(production)).rejects.toThrow('does not hold the files of this database');
    },
  );

  it.each([true, false])('that is new refuses the bucket of another (production: %s)', async (production) => {
    const id = await start(true);
    await forget();
    await expect(start(production)).rejects.toThrow(StartError);
    await expect(start(production)).rejects.toThrow(`set folder_id of its table installation to ${id}`);
    expect(await test.sql('select folder_id, production_since from installation')).toEqual([
      { folder_id: null, production_since: null },
    ]);
    await test.sql('update installation set folder_id = $1', [id]);
    expect(await start(production)).toBe(id);
  });
});
