import { describe, expect, it } from 'vitest';

import { photoMaxBytes } from '../../contract/photos/limits.ts';
import { findFileFault, renumber } from './photo-rules.ts';

const list = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

const fault = (type: string, size = 1): ReturnType<typeof findFileFault> =>
  findFileFault({ type, size, name: 'image' });

describe('a file before it is sent', () => {
  it('is accepted if it is a picture of up to 20 MB, or without a type, which only the server can determine', () => {
    expect(fault('image/webp', photoMaxBytes)).toBeNull();
    expect(fault('')).toBeNull();
    expect(fault('image/jpeg', photoMaxBytes + 1)).toBe('too-large');
  });
  it('is refused if it is no picture, or one that browsers may run', () => {
    expect(['application/pdf', 'image/svg+xml'].map((type) => fault(type))).toEqual(['type', 'type']);
  });
  it('is recognized as a HEIC photo by its type, or by its name if the type is unknown', () => {
    for (const type of ['image/heic', 'image/heif', 'image/heic-sequence']) expect(fault(type)).toBe('heic');
    expect(findFileFault({ type: '', size: 1, name: 'IMG_0042.HEIC' })).toBe('heic');
    expect(findFileFault({ type: 'image/jpeg', size: 1, name: 'IMG_0042.HEIC.jpg' })).toBeNull();
  });
});

describe('moving a photo', () => {
  it('makes the first one the main photo and hides what is beyond the limit', () => {
    const photos = list.map((one, position) => ({ ...one, main: position === 0, position, hidden: false }));
    const after = renumber(photos.toSpliced(2, 1).toSpliced(0, 0, ...photos.slice(2)), 2);
    expect(after).toEqual([
      { id: 'c', main: true, position: 0, hidden: false },
      { id: 'a', main: false, position: 1, hidden: false },
      { id: 'b', main: false, position: 2, hidden: true },
    ]);
  });
});
