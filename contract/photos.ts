import Type from 'typebox';

import { Id } from './common.ts';
import { photoMaxMegabytes, premiumPhotosMax } from './limits.ts';
import { OwnPhoto } from './members.ts';
import { defineOperation } from './operation.ts';

/** A file of a multipart body, as handlers get it. It is kept on disk until the call is answered. */
export interface Upload {
  /** In bytes. */
  size: number;
  sha256: string;
  read(): Promise<Uint8Array>;
}

// The schema has no `type`: OpenAPI describes the file as it is sent, the check what handlers get. A JSON body cannot
// imitate it, because it has no functions.
export const Upload = Type.Refine(
  Type.Unsafe<Upload>({ format: 'binary', contentMediaType: 'application/octet-stream' }),
  (value) => typeof (value as Partial<Upload> | null)?.read === 'function',
  () => 'a file is expected',
);

const OwnPhotos = Type.Object({ photos: Type.Array(OwnPhoto) });

export const photosOperations = {
  addPhoto: defineOperation({
    summary: `Adds a photo (JPEG, PNG, WebP or the first frame of a GIF, up to ${photoMaxMegabytes} MB) to the own profile.`,
    source: 'specification, sections 6 and 9',
    audience: 'member',
    body: 'multipart',
    input: Type.Object({ photo: Upload }),
    output: Type.Object({ ...OwnPhotos.properties, photo: OwnPhoto }),
    errors: ['photo.limit-free', 'photo.limit', 'photo.type', 'photo.too-large', 'photo.unreadable', 'photo.not-found'],
    limit: 'upload',
  }),
  movePhoto: defineOperation({
    summary: 'Moves an own photo to a position from 0, or makes it the main photo.',
    source: 'specification, section 2',
    audience: 'member',
    input: Type.Object({
      id: Id,
      main: Type.Optional(Type.Literal(true)),
      position: Type.Optional(Type.Integer({ minimum: 0, maximum: premiumPhotosMax - 1 })),
    }),
    output: OwnPhotos,
    errors: ['photo.not-found'],
    limit: 'write',
  }),
  deletePhoto: defineOperation({
    summary: 'Deletes an own photo with its files.',
    source: 'specification, section 2',
    audience: 'member',
    input: Type.Object({ id: Id }),
    output: OwnPhotos,
    errors: ['photo.not-found'],
    limit: 'write',
  }),
};
