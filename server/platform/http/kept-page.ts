import { constants, crc32, deflateRawSync } from 'node:zlib';

/** What is different in each answer with the same page, as it stands in HTML, in ASCII. */
export interface Filling {
  /** Of the scripts; it has as many characters as the one that the page was rendered with. */
  nonce: string;
  /** What the page passes on of the link that led to it. */
  source: string;
}

/** A rendered page that is sent to many: nothing changes in its bytes but what fills its gaps. */
export interface KeptPage {
  plain(filling: Filling): Buffer;
  gzipped(filling: Filling): Buffer;
}

/** Bytes that are the same in each answer, or the name of what stands there. */
type Piece = Buffer | keyof Filling;

// RFC 1952: compressed by deflate, nothing else said; behind the last block the check sum and the size.
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const gzipEndBytes = 8;
const windowBytes = 32_768;

/** The links of partners have few lengths. Beyond so many, the length that was compressed first makes room. */
const lengthsMax = 16;

/**
 * Keeps a page that was rendered with `marks` in the places of what differs. It is compressed when that is first asked for,
 * once for each length of a source: what is repeated in compressed bytes is named by its distance.
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
        // Of no bytes it would be 0, whatever came before.
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

/** The pieces of a page; the first and the last one are bytes. */
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
 * The bytes of a page as blocks of deflate, with an empty one for each gap: what fills it is added as a block of its own
 * that is not compressed. Each ends at a whole byte and may repeat what stands before it.
 */
function compress(pieces: readonly Piece[], filling: Filling): Uint8Array[] {
  let before: Buffer = Buffer.alloc(0);
  return pieces.map((piece, index) => {
    const dictionary = before.subarray(-windowBytes);
    // No byte of UTF-8, so that what is compressed never repeats a piece of what fills a gap.
    before = Buffer.concat([before, typeof piece === 'string' ? Buffer.alloc(filling[piece].length, 0xff) : piece]);
    if (typeof piece === 'string') return new Uint8Array();
    // What zlib returns is a part of 16 KB that would be kept with it.
    return new Uint8Array(
      deflateRawSync(piece, {
        finishFlush: index === pieces.length - 1 ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
        ...(dictionary.length > 0 && { dictionary }),
      }),
    );
  });
}

/** What begins a block of `length` bytes that are not compressed (RFC 1951, 3.2.4). */
function storedBlock(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(~length & 0xffff, 3);
  return header;
}
