import { afterEach, describe, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { photoMaxBytes } from '../../../contract/photos/limits.ts';
import { keepShared, deleteOthersShared, readShare, readShared } from './shared.ts';

const she = toId<MemberId>('she');
function share(fields: Record<string, string>, ...files: File[]): ReturnType<typeof readShare> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) form.append('photo', file);
  return readShare(form);
}

const file = (type: string, bytes = 3): File => new File([new Uint8Array(bytes)], 'shared', { type });

describe('a share from another app', () => {
  it.each([
    [
      { title: 'A walk', text: 'Along the river', url: 'https://a.example' },
      'A walk\nAlong the river\nhttps://a.example',
    ],
    [{ title: 'A walk', text: 'A walk https://a.example', url: 'https://a.example' }, 'A walk https://a.example'],
    [{ title: 'Same', text: 'Same' }, 'Same'],
    [{ title: ' ', text: '\u2800' }, ''],
    [{ text: 'x'.repeat(20_000) }, 'x'.repeat(10_000)],
  ])('becomes one text of at most 10,000 characters, without repetitions', (fields, text) =>
    expect(share(fields).text).toBe(text),
  );

  it.each([
    ['a photo', [file('image/png')], null, true],
    ['no file, only the empty field of a form', [new File([], '')], null, false],
    ['another kind of file', [file('video/mp4')], 'type', false],
    ['a photo as some phones take it, which cannot be shown', [file('image/heic')], 'heic', false],
    ['a photo whose type only the server will know', [file('')], null, true],
    ['a photo that is too large', [file('image/jpeg', photoMaxBytes + 1)], 'too-large', false],
    ['several', [file('image/jpeg'), file('image/png')], 'several', true],
    ['one that fits among several', [file('image/jpeg', photoMaxBytes + 1), file('image/png')], 'several', true],
  ] as const)('gives its text, and its photo or the problem, when it has %s', (_, files, problem, hasPhoto) => {
    const read = share({ text: 'Words' }, ...files);
    expect([read.problem, read.photo !== null, read.text]).toEqual([problem, hasPhoto, 'Words']);
  });

  it('is reported as empty without text and photo', () => expect(share({}).problem).toBe('nothing'));
});

describe('a share that waits for its receiver', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('is removed when another member logs in, but never while the worker is storing it', async () => {
    const stored = new Map<string, Response>();
    const find = async (key: string): Promise<Response | undefined> => stored.get(key)?.clone();
    let isOpen = false;
    const cache = {
      keys: async () => [...stored.keys()],
      match: find,
      delete: async (key: string) => stored.delete(key),
      put: async (key: string, response: Response) => void (isOpen && stored.set(key, response)),
    };
    vi.stubGlobal('caches', {
      has: async () => isOpen,
      open: async () => {
        isOpen = true;
        return cache;
      },
      match: find,
      delete: async () => {
        isOpen = false;
        stored.clear();
      },
    });
    const putting = await caches.open('tealight-shared');
    await deleteOthersShared(she);
    vi.spyOn(caches, 'open').mockResolvedValueOnce(putting);
    await keepShared({ text: 'Look at this', photo: null }, she);
    await deleteOthersShared(she);
    expect((await readShared(she))?.text).toBe('Look at this');
    await deleteOthersShared(null);
    expect(stored.size).toBe(1);
    await deleteOthersShared(toId('he'));
    expect(stored.size).toBe(0);
  });
});
