import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXTS = /\.(js|css|json|svg)$/;
/** Smaller answers fit into the first packet uncompressed. */
const SMALLEST_BYTES = 1_000;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Writes a `.br` and a `.gz` beside every text file of a folder, so that nothing is compressed during a request.
 * @param {string} folder
 */
export async function compressFolder(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEXTS.test(name));
  await Promise.all(files.map((name) => compressFile(join(folder, name))));
}

/** @param {string} file */
async function compressFile(file) {
  const text = readFileSync(file);
  if (text.length < SMALLEST_BYTES) return;
  // Brotli's highest quality takes four times as long and saves less than two more percent of the largest file.
  const params = { [constants.BROTLI_PARAM_QUALITY]: text.length > 100_000 ? 10 : 11 };
  writeFileSync(`${file}.br`, await toBrotli(text, { params }));
  writeFileSync(`${file}.gz`, await toGzip(text, { level: 9 }));
}
