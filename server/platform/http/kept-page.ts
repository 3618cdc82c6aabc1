import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A rendered page that is sent to many: nothing changes in its bytes but the nonce of its scripts. */
export interface KeptPage {
  /** The nonce has as many characters as the one that the page was rendered with. */
  plain(nonce: string): Buffer;
  gzipped(nonce: string): Buffer;
}

/** Bytes with a gap for each nonce. */
interface Template {
  bytes: Buffer;
  gaps: readonly number[];
}

// RFC 1952: compressed by deflate, nothing else said; behind the last block the check sum and the size.
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const gzipEndBytes = 8;
const windowBytes = 32_768;

/** Keeps a page that was rendered with `nonce`. It is compressed once, when that is first asked for. */
export function keepPage(html: string, nonce: string): KeptPage {
  const parts = html.split(nonce).map((part) => Buffer.from(part));
  const plain = templateOf(parts, Buffer.alloc(0), nonce.length);
  let gzipped: Template | undefined;
  return {
    plain: (fresh) => fill(plain, fresh),
    gzipped: (fresh) => {
      gzipped ??= templateOf(deflateParts(parts, plain, nonce.length), storedBlock(nonce.length), nonce.length);
      const bytes = fill(gzipped, fresh);
      const sum = parts.reduce((before, part, index) => {
        const behindGap = index === 0 ? before : crc32(fresh, before);
        // Of no bytes it would be 0, whatever came before.
        return part.length === 0 ? behindGap : crc32(part, behindGap);
      }, 0);
      bytes.writeUInt32LE(sum, bytes.length - gzipEndBytes);
      return bytes;
    },
  };
}

/** `parts` with a gap between each two, and `before` ahead of each gap. */
function templateOf(parts: readonly Buffer[], before: Buffer, gapBytes: number): Template {
  // No byte of UTF-8, so that what is compressed never repeats a piece of a gap.
  const between = [before, Buffer.alloc(gapBytes, 0xff)];
  const gaps: number[] = [];
  let at = 0;
  for (const part of parts.slice(0, -1)) {
    at += part.length + before.length;
    gaps.push(at);
    at += gapBytes;
  }
  return { bytes: Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [...between, part]))), gaps };
}

function fill({ bytes, gaps }: Template, nonce: string): Buffer {
  const filled = Buffer.from(bytes);
  for (const gap of gaps) filled.write(nonce, gap, 'latin1');
  return filled;
}

/**
 * The parts as a gzip file, without its check sum, to which the nonces are added as blocks of their own that are not
 * compressed. Each part ends at a whole byte and may repeat what stands before it.
 */
function deflateParts(parts: readonly Buffer[], plain: Template, gapBytes: number): Buffer[] {
  let at = 0;
  const blocks = parts.map((part, index) => {
    const dictionary = plain.bytes.subarray(Math.max(0, at - windowBytes), at);
    at += part.length + gapBytes;
    const isLast = index === parts.length - 1;
    return deflateRawSync(part, {
      finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
      ...(dictionary.length > 0 && { dictionary }),
    });
  });
  const end = Buffer.alloc(gzipEndBytes);
  end.writeUInt32LE(plain.bytes.length, gzipEndBytes / 2);
  return blocks.map((block, index) =>
    Buffer.concat([...(index === 0 ? [gzipHeader] : []), block, ...(index === blocks.length - 1 ? [end] : [])]),
  );
}

/** What begins a block of `length` bytes that are not compressed (RFC 1951, 3.2.4). */
function storedBlock(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(~length & 0xffff, 3);
  return header;
}
