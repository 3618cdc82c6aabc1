import { constants, crc32, deflateRawSync } from 'node:zlib';

import type {} from '@fastify/cookie';

import { chooseCountry } from '../../../contract/platform/choose-country.ts';
import { chooseLanguage } from '../../../contract/platform/choose-language.ts';
import { languages } from '../../../contract/platform/languages.ts';
import { countryCookieName, localeCookieName } from '../../../contract/platform/limits.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { AppContext } from '../context.ts';
import type { DispatchRequest } from '../dispatch/dispatch.ts';
import type { Site } from '../site.ts';

/** The cache entry for one page and the circumstances of one request. */
export interface PageSlot {
  page?: SharedPage;
  /** `nonce`: the one in the headers. */
  store(page: KeptPage, nonce: string, headers: Record<string, string>): void;
}

interface SharedPage extends KeptPage {
  headers(nonce: string): Record<string, string>;
}

/** The most stored pages; beyond it, the least recently used one is dropped. */
const cachedPagesMax = 200;

/**
 * Creates the cache of pages. They are kept for the site object as read from the database and expire with it, after 30
 * s at most.
 */
export function createSharedPages(context: AppContext): {
  /**
   * `url`: path and query with which the page is rendered (`toPageAddress`). `facts`: what else it depends on.
   * Undefined: the page is never cached.
   */
  find(method: string, url: string, request: DispatchRequest, facts: object): Promise<PageSlot | undefined>;
} {
  const sites = new WeakMap<Site, BoundedMap<string, SharedPage>>();
  return {
    async find(method, url, request, facts) {
      if (!['GET', 'HEAD'].includes(method) || request.cookies[context.sessionCookie] !== undefined || !isLinked(url))
        return undefined;
      const { site } = await context.sites.atHost(request.host, request.geoipCountry);
      const pages = sites.get(site) ?? new BoundedMap<string, SharedPage>(cachedPagesMax);
      sites.set(site, pages);
      const key = deriveKey(url, site, request, facts);
      const known = pages.get(key);
      if (known) pages.set(key, known);
      return {
        ...(known && { page: known }),
        store: (page, nonce, headers) => {
          pages.set(key, { ...page, headers: headersFor(headers, nonce) });
        },
      };
    },
  };
}

function headersFor(headers: Record<string, string>, nonce: string): SharedPage['headers'] {
  const { 'content-security-policy': policy = '', ...others } = headers;
  return (fresh) => ({ ...others, 'content-security-policy': policy.replaceAll(nonce, fresh) });
}

/**
 * Derives the key of a cached page from the choices that follow from a request. Its raw values would give an attacker
 * endless keys.
 */
function deriveKey(url: string, { settings }: Site, request: DispatchRequest, facts: object): string {
  const { acceptedLanguages: accepted, geoipCountry: geoip, cookies } = request;
  const language = chooseLanguage({
    account: null,
    cookie: cookies[localeCookieName],
    accepted,
    domainLanguage: settings.domain_language,
    locales: settings.locales,
  });
  return JSON.stringify([
    request.origin,
    url,
    language,
    chooseCountry({ chosen: cookies[countryCookieName], geoip, accepted, language, offered: settings.countries }),
    ['light', 'dark'].find((theme) => theme === cookies['theme']),
    facts,
  ]);
}

/**
 * True for an address that a page of ours links. The router also opens endless other spellings (`/TERMS`, `//`), whose
 * pages are not cached.
 */
function isLinked(url: string): boolean {
  const [path = '', query] = url.split('?', 2);
  const isPlain = /^\/(?:[\da-z-]+(?:\/[\da-z-]+)*)?$/.test(path);
  return isPlain && (query === undefined || languages.some((language) => query === `lang=${language}`));
}

/** The parts that differ in each response with the same page: ASCII, escaped for HTML. */
export interface Filling {
  /** The nonce of the scripts, with as many characters as the one with which the page was rendered. */
  nonce: string;
  source: string;
}

/** A rendered page, whose bytes differ between visitors only in the gaps. */
export interface KeptPage {
  plain(filling: Filling): Buffer;
  gzipped(filling: Filling): Buffer;
}

type Piece = Buffer | keyof Filling;

// RFC 1952: deflate, no optional fields. Checksum and size follow the last block.
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const gzipEndBytes = 8;
const windowBytes = 32_768;

/** The links of partners have few lengths. Beyond this number, the length that was compressed first is dropped. */
const lengthsMax = 16;

/**
 * Keeps a page with gaps at the places of `marks`, which occur nowhere else. The page is compressed at its first
 * request, once for each length of a source, because deflate refers to repetitions by their distance.
 */
export function keepPage(html: string, marks: Filling): KeptPage {
  const pieces = cut(html, marks);
  const compressed = new BoundedMap<number, readonly Uint8Array[]>(lengthsMax);
  const blocksFor = (filling: Filling): readonly Uint8Array[] => {
    const length = pieces.includes('source') ? filling.source.length : 0;
    const known = compressed.get(length);
    if (known) return known;
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
 * Compresses the pieces apart, with an empty block for each gap. Every block ends at a whole byte and may refer to
 * earlier bytes.
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

/** Returns the header of a stored block of `length` bytes (RFC 1951, 3.2.4). */
function storedBlock(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(~length & 0xffff, 3);
  return header;
}
