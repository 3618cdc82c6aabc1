import { describe, expect, it } from 'vitest';

import { photoUploadMaxBytes } from '../../contract/limits.ts';
import { faultOf, moved, renumbered } from './photo-rules.ts';

const ids = (list: readonly { id: string }[]): string => list.map(({ id }) => id).join('');
const list = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('a file before it is sent', () => {
  it('goes when it is a picture of a known kind up to 20 MB', () => {
    expect(faultOf({ type: 'image/webp', size: photoUploadMaxBytes })).toBeNull();
  });
  it('stays when it is larger, by a single byte', () => {
    expect(faultOf({ type: 'image/jpeg', size: photoUploadMaxBytes + 1 })).toBe('photo.too-large');
  });
  it('stays when it is no picture, or one that browsers may run', () => {
    expect(faultOf({ type: 'application/pdf', size: 1 })).toBe('photo.type');
    expect(faultOf({ type: 'image/svg+xml', size: 1 })).toBe('photo.type');
  });
  it('goes without a type, because only the server knows then', () => {
    expect(faultOf({ type: '', size: 1 })).toBeNull();
  });
});

describe('moving a photo', () => {
  it('puts it at the wanted place and keeps the order of the others', () => {
    expect(ids(moved(list, 'c', 0))).toBe('cab');
    expect(ids(moved(list, 'a', 1))).toBe('bac');
  });
  it('stops at the ends', () => {
    expect(ids(moved(list, 'b', -5))).toBe('bac');
    expect(ids(moved(list, 'b', 99))).toBe('acb');
  });
  it('changes nothing for a photo that is gone', () => {
    expect(ids(moved(list, 'x', 0))).toBe('abc');
  });
  it('makes the first one the main photo and hides what is beyond the limit', () => {
    const photos = list.map((one, position) => ({ ...one, main: position === 0, position, hidden: false }));
    const after = renumbered(moved(photos, 'c', 0), 2);
    expect(after.map(({ id, main, position, hidden }) => ({ id, main, position, hidden }))).toEqual([
      { id: 'c', main: true, position: 0, hidden: false },
      { id: 'a', main: false, position: 1, hidden: false },
      { id: 'b', main: false, position: 2, hidden: true },
    ]);
  });
});
