import { constants, crc32, deflateRawSync } from 'node:zlib';

/** The parts that differ in each answer with the same page: ASCII, escaped for HTML. */
export interface Filling {
  /** For the scripts; it has as many characters as the nonce with which the page was rendered. */
  nonce: string;
  /** The traffic source that the page passes on from its own link. */
  source: string;
}

/** A rendered page that is sent to many: its bytes differ only in the gaps. */
export interface KeptPage {
  plain(filling: Filling): Buffer;
  gzipped(filling: Filling): Buffer;
}

/** Bytes that are the same in each answer, or the name of a gap. */
type Piece = Buffer | keyof Filling;

// RFC 1952: deflate, no optional fields. Checksum and size follow the last block.
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const gzipEndBytes = 8;
const windowBytes = 32_768;

/** The links of partners have few lengths. Beyond this number, the length that was compressed first is dropped. */
const lengthsMax = 16;

/**
 * Keeps a page that was rendered with `marks` in its gaps. It is compressed at its first request, once for each length
 * of a source, because deflate refers to repetitions by their distance.
 */
export function keepPage(html: string, marks: Filling): KeptPage {
  const pieces = cut(html, marks);
  const compressed = new Map<number, readonly Uint8Array[]>();
  const blocksFor = (filling: Filling): readonly Uint8Array[] => {
    const length = pieces.includes('source') ? filling.source.length : 0;
    const known = compressed.get(length);
    if (known) return known;
    const [oldest] = compressed.keys();
    if (oldest !== undefined && compressed.size >= lengthsMax) compressed.delete(oldest);
    const blocks = compress(pieces, filling);
    compressed.set(length, blocks);
    return blocks;
  };
  return {
    plain: (filling) => Buffer.concat(fill(pieces, filling)),
    gzipped: (filling) => {
      const blocks = blocksFor(filling);
      const texts = fill(pieces, filling);
      const sent: Uint8Array[] = [gzipHeader];
      let [sum, bytes] = [0, 0];
      for (const [index, text] of texts.entries()) {
        if (typeof pieces[index] === 'string') sent.push(storedBlock(text.length), text);
        else sent.push(blocks[index] as Uint8Array);
        // The checksum of no bytes would be 0, whatever came before.
        if (text.length > 0) sum = crc32(text, sum);
        bytes += text.length;
      }
      const end = Buffer.alloc(gzipEndBytes);
      end.writeUInt32LE(sum);
      end.writeUInt32LE(bytes, gzipEndBytes / 2);
      return Buffer.concat([...sent, end]);
    },
  };
}

/** Cuts a page into pieces; the first and the last are bytes. */
function cut(html: string, marks: Filling): Piece[] {
  const between = <T>(parts: readonly T[], gap: keyof Filling): (T | keyof Filling)[] =>
    parts.flatMap((part, index) => (index === 0 ? [part] : [gap, part]));
  return between(html.split(marks.nonce), 'nonce').flatMap((part) =>
    part === 'nonce'
      ? [part]
      : between(
          part.split(marks.source).map((text) => Buffer.from(text)),
          'source',
        ),
  );
}

function fill(pieces: readonly Piece[], { nonce, source }: Filling): Buffer[] {
  const texts = { nonce: Buffer.from(nonce), source: Buffer.from(source) };
  return pieces.map((piece) => (typeof piece === 'string' ? texts[piece] : piece));
}

/**
 * Compresses the bytes of a page into deflate blocks, with an empty one for each gap, whose filling is added as a
 * stored block. Each block ends at a whole byte and may refer to the bytes before it.
 */
function compress(pieces: readonly Piece[], filling: Filling): Uint8Array[] {
  let before: Buffer = Buffer.alloc(0);
  return pieces.map((piece, index) => {
    const dictionary = before.subarray(-windowBytes);
    // No UTF-8 text has this byte, so that the blocks never refer to the filling of a gap.
    before = Buffer.concat([before, typeof piece === 'string' ? Buffer.alloc(filling[piece].length, 0xff) : piece]);
    if (typeof piece === 'string') return new Uint8Array();
    // zlib returns a slice of a 16 KB buffer, which would be kept with it.
    return new Uint8Array(
      deflateRawSync(piece, {
        finishFlush: index === pieces.length - 1 ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
        ...(dictionary.length > 0 && { dictionary }),
      }),
    );
  });
}

/** The header of a stored block of `length` bytes (RFC 1951, 3.2.4). */
function storedBlock(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(~length & 0xffff, 3);
  return header;
}
