import { deflateSync } from 'node:zlib';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import {
  fakeStorage,
  holdRedrawing,
  pngChunk,
  pngHeader,
  readStored,
  stripes,
  withFakeNotes,
} from '../../tests/support/photo-files.ts';
import { redrawPicture } from './encode-picture.ts';
import { removePicture } from './picture-files.ts';
import { storePicture } from './store-picture.ts';

const owner = { kind: 'member', id: toId<MemberId>('7f0a7a52-5a57-4a35-8b0f-30bd3ae8fd11') } as const;
const photoId = toId<PhotoId>('1d8a7a52-5a57-4a35-8b0f-30bd3ae8fd22');

async function store(bytes: Uint8Array) {
  const storage = fakeStorage();
  const size = await storePicture(withFakeNotes(storage), owner, photoId, bytes);
  return { size, storage, files: [...storage.files.values()] };
}

describe('storePicture', () => {
  it('MED-01 keeps no metadata and no bytes after the picture', async () => {
    const canary = 'CANARY-4711-GPS';
    const exif = { IFD0: { ImageDescription: canary, Copyright: canary }, IFD3: { GPSLatitude: '52/1 22/1 0/1' } };
    const picture = sharp(stripes(300, 200))
      .withExif(exif)
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${canary}</x:xmpmeta>`);
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const original = Buffer.concat([
        await picture.clone().withIccProfile('p3').toFormat(format).toBuffer(),
        Buffer.from(canary),
      ]);
      expect(original.includes(canary)).toBe(true);
      const { files } = await store(original);
      expect(files).toHaveLength(4);
      for (const file of files) {
        expect(file.includes(canary)).toBe(false);
        expect(/EXIF|XMP |ICCP/.test(file.toString('latin1'))).toBe(false);
        const found = await sharp(file).metadata();
        expect([found.format, found.exif, found.xmp, found.icc, found.iptc]).toEqual([
          'webp',
          undefined,
          undefined,
          undefined,
          undefined,
        ]);
      }
    }
  });

  it('MED-02 rotates all eight orientations upright', async () => {
    // Red above blue when upright.
    const upright = sharp({ create: { width: 60, height: 90, channels: 3, background: '#0000ff' } }).composite([
      { input: { create: { width: 60, height: 45, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    ]);
    const raw = await upright.png().toBuffer();
    const turned = (picture: Buffer, degrees: number, mirror: boolean): Promise<Buffer> =>
      sharp(picture)
        .rotate(degrees)
        .png()
        .toBuffer()
        // Two steps: sharp would mirror before it turns.
        .then((half) => (mirror ? sharp(half).flop().png().toBuffer() : half));
    const stored: Record<number, [degrees: number, mirror: boolean]> = {
      1: [0, false],
      2: [0, true],
      3: [180, false],
      4: [180, true],
      5: [90, true],
      6: [270, false],
      7: [270, true],
      8: [90, false],
    };
    for (const [orientation, [degrees, mirror]] of Object.entries(stored)) {
      const tagged = await sharp(await turned(raw, degrees, mirror))
        .withMetadata({ orientation: Number(orientation) })
        .jpeg()
        .toBuffer();
      const { size, storage } = await store(tagged);
      expect(size, orientation).toEqual({ width: 60, height: 90 });
      const { data, info } = await sharp(readStored(storage, 'full')).raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number): number[] => [
        ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
      ];
      expect(at(30, 10)[0], orientation).toBeGreaterThan(200);
      expect(at(30, 80)[2], orientation).toBeGreaterThan(200);
    }
  });

  it('keeps three sizes that never enlarge, and a small blurred one', async () => {
    const { size, storage } = await store(await sharp(stripes(1_600, 900)).jpeg().toBuffer());
    expect(size).toEqual({ width: 1_200, height: 675 });
    const widths = await Promise.all(
      ['full', 'match', 'thumb'].map(async (variant) => (await sharp(readStored(storage, variant)).metadata()).width),
    );
    expect(widths).toEqual([1_200, 800, 400]);
    const small = await store(await sharp(stripes(50, 40)).png().toBuffer());
    expect(small.size).toEqual({ width: 50, height: 40 });
  });

  it('keeps the first frame of an animated GIF', async () => {
    const frames = await Promise.all(
      ['#00ff00', '#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [50, 50, 50] })
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(3);
    const { size, storage } = await store(gif);
    expect(size).toEqual({ width: 40, height: 30 });
    const { channels } = await sharp(readStored(storage, 'full')).stats();
    expect(channels[1]?.mean).toBeGreaterThan(200);
    expect(channels[0]?.mean).toBeLessThan(60);
  });

  it('MED-11 leaves less than one percent of the energy above 32 pixels of detail in the blurred picture', async () => {
    const { storage } = await store(
      await sharp(stripes(1_200, 900, 400))
        .jpeg({ quality: 95 })
        .toBuffer(),
    );
    const blurred = await sharp(readStored(storage, 'blurred')).greyscale().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = blurred.info;
    const coarse = await sharp(blurred.data, { raw: { width, height, channels: 1 } })
      .resize(32, 32, { fit: 'fill' })
      .png()
      .toBuffer();
    const again = await sharp(coarse)
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .greyscale()
      .raw()
      .toBuffer();
    const mean = blurred.data.reduce((sum, value) => sum + value, 0) / blurred.data.length;
    const energy = blurred.data.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const above = blurred.data.reduce((sum, value, place) => sum + (value - (again[place] as number)) ** 2, 0);
    expect(energy / blurred.data.length).toBeGreaterThan(100);
    expect(above / energy).toBeLessThan(0.01);
  });

  it('MED-11 leaves no fine details in the blurred picture', async () => {
    const { storage } = await store(
      await sharp(stripes(1_200, 900, 24))
        .jpeg({ quality: 95 })
        .toBuffer(),
    );
    const { channels } = await sharp(readStored(storage, 'blurred')).greyscale().stats();
    expect(channels[0]?.stdev).toBeLessThan(4);
    expect((await sharp(readStored(storage, 'full')).greyscale().stats()).channels[0]?.stdev).toBeGreaterThan(60);
  });

  it('removes every file of a picture and nothing else', async () => {
    const { storage } = await store(await sharp(stripes(20, 20)).png().toBuffer());
    await storage.put(`member/7f/${owner.id}/other/full.webp`, new Uint8Array(1));
    await removePicture({ storage }, owner, photoId);
    expect([...storage.files.keys()]).toEqual([`member/7f/${owner.id}/other/full.webp`]);
  });
});

describe('the checks of storePicture', () => {
  const refusal = async (bytes: Uint8Array): Promise<string> => {
    const storage = fakeStorage();
    const code = await storePicture(withFakeNotes(storage), owner, photoId, bytes).then(
      () => 'kept',
      (error: Error) => error.message,
    );
    if (code !== 'kept') expect(storage.files.size).toBe(0);
    return code;
  };

  it('MED-03 refuse every file that is not a picture, whatever it claims to be', async () => {
    const png = await sharp(stripes(20, 20)).png().toBuffer();
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic\0\0\0\0heicmif1'),
      Buffer.alloc(200),
    ]);
    const avif = await sharp(stripes(64, 64)).avif().toBuffer();
    const refused: Uint8Array[] = [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
      Buffer.from('PK\u0003\u0004 and so on'),
      Buffer.from('<?php system("id"); ?>'),
      Buffer.from('#!/bin/sh\nexit 0\n'),
      await sharp(stripes(20, 20)).tiff().toBuffer(),
      heic,
      avif,
      new Uint8Array(0),
      new Uint8Array(100),
      png.subarray(1),
    ];
    for (const bytes of refused) expect(await refusal(bytes)).toBe('photo.type');
  });

  it('MED-03 refuse every truncated picture and every file that only begins like one', async () => {
    const jpeg = await sharp(stripes(400, 300)).jpeg().toBuffer();
    const png = await sharp(stripes(400, 300)).png().toBuffer();
    expect(await refusal(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<script>')]))).toMatch(
      /^photo\./,
    );
    expect(await refusal(Buffer.concat([Buffer.from('GIF89a'), Buffer.from('/*<script>*/=1;')]))).toMatch(/^photo\./);
    expect(await refusal(jpeg.subarray(0, 300))).toBe('photo.unreadable');
    expect(await refusal(png.subarray(0, png.length / 3))).toBe('photo.unreadable');
  });

  it('MED-03 keep only the picture when something is appended to it', async () => {
    const tails = ['<script>alert(1)</script>', 'PK\u0003\u0004', '<?php system("id"); ?>', '%PDF-1.7'];
    for (const tail of tails) {
      const storage = fakeStorage();
      const bytes = Buffer.concat([await sharp(stripes(40, 40)).gif().toBuffer(), Buffer.from(tail)]);
      await storePicture(withFakeNotes(storage), owner, photoId, bytes);
      for (const file of storage.files.values()) {
        expect(file.includes(tail)).toBe(false);
        expect(file.subarray(8, 12).toString()).toBe('WEBP');
      }
    }
  });

  it('MED-04 refuse 30,000 by 30,000 pixels, decompression bombs and files over 20 MB', async () => {
    const bomb = Buffer.concat([
      pngHeader(30_000, 30_000),
      pngChunk('IDAT', deflateSync(Buffer.alloc(40_000_000))),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
    expect(await refusal(bomb)).toBe('photo.pixels');
    // Progressive scans are all held in memory; and no JPEG is larger than 65,500 by 65,500.
    const small = sharp(stripes(80, 60));
    for (const [picture, marker, edge] of [
      [small.clone().jpeg({ progressive: true }), 0xc2, 8_000],
      [small.clone().jpeg(), 0xc0, 65_500],
    ] as const) {
      const bytes = await picture.toBuffer();
      const frame = bytes.indexOf(Buffer.from([0xff, marker]));
      bytes.writeUInt16BE(edge, frame + 5);
      bytes.writeUInt16BE(edge, frame + 7);
      expect(await refusal(bytes)).toBe('photo.pixels');
    }
    expect(await refusal(new Uint8Array(20 * 1024 * 1024 + 1))).toBe('photo.too-large');
  });

  it('MED-04 accept a phone’s JPEG of 108 megapixels, which is shrunk while it is read', async () => {
    const photo = await sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: '#fff' } })
      .jpeg({ quality: 1 })
      .toBuffer();
    const { width, height } = await storePicture(withFakeNotes(fakeStorage()), owner, photoId, photo);
    expect([width, height]).toEqual([1_200, 900]);
  });

  it('MED-04 refuse an interlaced PNG over 12 megapixels, whose decoder cannot be stopped early', async () => {
    const blank = (width: number) => sharp({ create: { width, height: 3_000, channels: 3, background: '#369' } });
    expect(await refusal(await blank(4_001).png({ progressive: true }).toBuffer())).toBe('photo.interlaced');
    expect(await refusal(await blank(4_000).png({ progressive: true }).toBuffer())).toBe('kept');
    expect(await refusal(await blank(4_001).png().toBuffer())).toBe('kept');
  });

  it('MED-04 are not slowed down by a GIF of a hundred thousand frames', async () => {
    const screen = Buffer.from([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 2, 0, 2, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
    const frame = Buffer.from([0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 3, 0x44, 0x34, 0x05, 0]);
    const frames = Buffer.alloc(frame.length * 100_000, frame);
    expect(await refusal(Buffer.concat([screen, frames, Buffer.from([0x3b])]))).toMatch(/^(kept|photo\.unreadable)$/);
  });
});

describe('redrawPicture', () => {
  const blank = (width: number, height: number): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();

  it('does not delay a member’s photo, and queues at most a dozen pictures of its own', async () => {
    const picture = await blank(80, 60);
    const release = holdRedrawing();
    const ended: string[] = [];
    const redrawn: Promise<unknown>[] = [];
    await new Promise<void>((resolve) => {
      for (let count = 0; count < 16; count += 1)
        redrawn.push(
          redrawPicture(picture, 2_400)
            .then(
              () => 'redrawn',
              (error: Error) => error.message,
            )
            .then((end) => ended.push(end) === 4 && resolve()),
        );
    });
    await store(await blank(60, 40));
    expect(ended).toEqual(Array<string>(4).fill('request.busy'));
    await release();
    await Promise.all(redrawn);
    expect(ended.slice(4)).toEqual(Array<string>(12).fill('redrawn'));
  });

  it('refuses pictures larger than those that phones take', async () => {
    const [photo, larger] = [await blank(5_712, 4_284), await blank(5_200, 5_000)];
    await expect(redrawPicture(photo, 100)).resolves.toBeInstanceOf(Buffer);
    await expect(redrawPicture(larger, 100)).rejects.toThrow('photo.pixels');
  });
});
