import Type from 'typebox';

import { OwnPhoto } from '../members/operations.ts';
import { PhotoId } from '../platform/common.ts';
import type { ErrorCode } from '../platform/errors.ts';
import { defineOperation } from '../platform/operation.ts';
import { Upload } from '../platform/upload.ts';
import { photoMaxMegabytes, premiumPhotosMax } from './limits.ts';

export { Upload };

export const pictureErrors = [
  'photo.type',
  'photo.too-large',
  'photo.unreadable',
  'photo.pixels',
  'photo.interlaced',
] as const satisfies readonly ErrorCode[];

const OwnPhotos = Type.Object({ photos: Type.Array(OwnPhoto) });

export const photosOperations = {
  addPhoto: defineOperation({
    summary: `Adds a photo (JPEG, PNG, WebP or the first frame of a GIF, up to ${photoMaxMegabytes} MB) to the member's profile.`,
    source: 'specification, sections 6 and 9',
    audience: 'member',
    body: 'multipart',
    input: Type.Object({ photo: Upload }),
    output: Type.Object({ ...OwnPhotos.properties, photo: OwnPhoto }),
    errors: ['photo.limit-free', 'photo.limit', ...pictureErrors, 'photo.not-found'],
    limit: 'upload',
  }),
  movePhoto: defineOperation({
    summary: "Moves one of the member's photos to a position, counted from 0, or makes it the main photo.",
    source: 'specification, section 2',
    audience: 'member',
    input: Type.Object({
      id: PhotoId,
      main: Type.Optional(Type.Literal(true)),
      position: Type.Optional(Type.Integer({ minimum: 0, maximum: premiumPhotosMax - 1 })),
    }),
    output: OwnPhotos,
    errors: ['photo.not-found'],
    limit: 'write',
  }),
  deletePhoto: defineOperation({
    summary: "Deletes one of the member's photos with its files.",
    source: 'specification, section 2',
    audience: 'member',
    input: Type.Object({ id: PhotoId }),
    output: OwnPhotos,
    errors: ['photo.not-found'],
    limit: 'write',
  }),
};
