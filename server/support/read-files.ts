import { fileTypeFromBuffer } from 'file-type';

import type { Upload } from '../../contract/upload.ts';
import { redrawPicture } from '../photos/store-picture.ts';
import { Failure, refuseFields } from '../platform/failure.ts';

/** A file with a complaint as it is kept. */
export interface ComplaintFile {
  kind: 'webp' | 'pdf';
  /** Of the file as it came. */
  sha256: string;
  content: Buffer;
}

// A screenshot of a long conversation can be read at this size.
const edgePx = 2_400;

/**
 * The files with a complaint: pictures encoded anew without their metadata, and PDF files as they came. What a file is
 * follows from its content. Throws input.invalid with `files`.
 */
export async function readFiles(uploads: readonly Upload[]): Promise<ComplaintFile[]> {
  const files: ComplaintFile[] = [];
  // One after the other: one file is in memory.
  for (const upload of uploads) files.push(await readFile(upload));
  return files;
}

async function readFile({ read, sha256 }: Upload): Promise<ComplaintFile> {
  const bytes = await read();
  const found = await fileTypeFromBuffer(bytes);
  if (found?.mime === 'application/pdf')
    return { kind: 'pdf', sha256, content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  try {
    return { kind: 'webp', sha256, content: await redrawPicture(bytes, edgePx) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code } = error;
    if (code === 'photo.type') refuseFields({ files: 'file.type' });
    if (code === 'photo.unreadable') refuseFields({ files: 'file.unreadable' });
    if (code === 'photo.pixels' || code === 'photo.interlaced') refuseFields({ files: 'file.pixels' }, error.values);
    if (code === 'request.busy') refuseFields({ files: 'request.busy' });
    throw error;
  }
}
