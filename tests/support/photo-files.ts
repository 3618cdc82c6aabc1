import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';

import type { OwnPhoto } from '../../contract/members/operations.ts';
import { systemClock } from '../../server/platform/clock.ts';
import type { Database } from '../../server/platform/database/database.ts';
import type { Storage } from '../../server/platform/storage/storage.ts';
import { redrawing } from '../../server/photos/encode-picture.ts';
import { boundary, formEnd, formType } from './open-request.ts';
import type { TestApp, TestClient } from './test-app.ts';

export function fakeStorage(): Storage & { files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>();
  const at = new Date();
  return {
    files,
    put: async (key, bytes) => {
      files.set(key, bytes instanceof Uint8Array ? Buffer.from(bytes) : await buffer(bytes));
    },
    open: async (key) => {
      const bytes = files.get(key);
      return bytes && { stream: Readable.from(bytes), size: bytes.length };
    },
    locate: (key) => key,
    removeAll: async (prefix) => {
      for (const key of files.keys()) if (`${key}/`.startsWith(`${prefix}/`)) files.delete(key);
    },
    async *list() {
      for (const [key, { length: size }] of files) yield { key, size, at };
    },
    check: async () => undefined,
  };
}

/** Returns what `storePicture` needs, in tests without a database. */
export function withFakeNotes<Files extends Storage>(storage: Files) {
  const database = { transaction: (work: (tx: unknown) => unknown) => work({ run: async () => 1 }) };
  return { storage, clock: systemClock, database: database as unknown as Database };
}

export function readStored(storage: { files: Map<string, Buffer> }, variant: string): Buffer {
  const found = [...storage.files].find(([key]) => key.endsWith(`/${variant}.webp`));
  if (!found) throw new Error(`${variant} was not stored`);
  return found[1];
}

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), pngChunk('IHDR', header)]);
}

/** Draws a PNG with fine black and white stripes, `period` pixels wide, slanted so that no size hides them. */
export function stripes(width: number, height: number, period = 7): Buffer {
  const line = width * 3 + 1;
  const pixels = Buffer.alloc(line * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = (x + 2 * y) % period < period / 2 ? 0 : 255;
      pixels.fill(value, y * line + 1 + x * 3, y * line + 4 + x * 3);
    }
  }
  return Buffer.concat([
    pngHeader(width, height),
    pngChunk('IDAT', deflateSync(pixels, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function form(bytes: Uint8Array, filename = 'me.png', field = 'photo') {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(formEnd)]),
    headers: { host: 'localhost', 'content-type': formType },
  };
}

/** Adds a photo to a profile as a browser does. */
export async function uploadPhoto(test: TestApp, client: TestClient, bytes?: Uint8Array, filename?: string) {
  const answer = await test.app.server.inject({
    method: 'POST',
    url: '/api/photo.php',
    cookies: Object.fromEntries(client.cookies),
    ...form(bytes ?? stripes(64, 48), filename),
  });
  return { status: answer.statusCode, body: answer.json() as { photos: OwnPhoto[]; photo: OwnPhoto; error: string } };
}

export function holdRedrawing(): () => Promise<void> {
  let end = (): void => undefined;
  const released = new Promise<void>((resolve) => void (end = resolve));
  const held = redrawing(1, 1, () => released);
  return () => {
    end();
    return held;
  };
}
