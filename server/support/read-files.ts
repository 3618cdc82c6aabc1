import { fileTypeFromBuffer } from 'file-type';

import type { Upload } from '../../contract/platform/upload.ts';
import { redrawPicture } from '../photos/store-picture.ts';
import { Failure, refuseFields } from '../platform/failure.ts';

/** A stored file of a complaint. */
export interface ComplaintFile {
  kind: 'webp' | 'pdf';
  /** Hash of the file as it was sent. */
  sha256: string;
  content: Buffer;
}

// Large enough to read a screenshot of a long conversation.
const edgePx = 2_400;

/**
 * Reads the files of a complaint: re-encodes pictures without metadata, and keeps PDF files as they are. The type
 * follows from the content. Throws input.invalid with `files`.
 */
export async function readFiles(uploads: readonly Upload[]): Promise<ComplaintFile[]> {
  const files: ComplaintFile[] = [];
  // One after another, so that only one file is in memory.
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
