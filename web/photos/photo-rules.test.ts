import { describe, expect, it } from 'vitest';

import { photoMaxBytes } from '../../contract/limits.ts';
import { faultOf, isHeic, renumbered } from './photo-rules.ts';

const list = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('a file before it is sent', () => {
  it('goes when it is a picture of a known kind up to 20 MB', () => {
    expect(faultOf({ type: 'image/webp', size: photoMaxBytes })).toBeNull();
  });
  it('stays when it is larger, by a single byte', () => {
    expect(faultOf({ type: 'image/jpeg', size: photoMaxBytes + 1 })).toBe('photo.too-large');
  });
  it('stays when it is no picture, or one that browsers may run', () => {
    expect(faultOf({ type: 'application/pdf', size: 1 })).toBe('photo.type');
    expect(faultOf({ type: 'image/svg+xml', size: 1 })).toBe('photo.type');
  });
  it('is told as a HEIC photo by its type, or by its name where the type is not known', () => {
    for (const type of ['image/heic', 'image/heif', 'image/heic-sequence'])
      expect(isHeic({ type, name: 'image' })).toBe(true);
    expect(isHeic({ type: '', name: 'IMG_0042.HEIC' })).toBe(true);
    expect(isHeic({ type: 'image/jpeg', name: 'IMG_0042.HEIC.jpg' })).toBe(false);
  });
  it('goes without a type, because only the server knows then', () => {
    expect(faultOf({ type: '', size: 1 })).toBeNull();
  });
});

describe('moving a photo', () => {
  it('makes the first one the main photo and hides what is beyond the limit', () => {
    const photos = list.map((one, position) => ({ ...one, main: position === 0, position, hidden: false }));
    const after = renumbered(photos.toSpliced(2, 1).toSpliced(0, 0, ...photos.slice(2)), 2);
    expect(after.map(({ id, main, position, hidden }) => ({ id, main, position, hidden }))).toEqual([
      { id: 'c', main: true, position: 0, hidden: false },
      { id: 'a', main: false, position: 1, hidden: false },
      { id: 'b', main: false, position: 2, hidden: true },
    ]);
  });
});
