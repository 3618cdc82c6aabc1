import { type Module, withMember, deletedWithMember, reasons } from '../module.ts';
import { addPhoto } from './add-photo.ts';
import { checkBucket, watchStorages } from './check-storages.ts';
import { deletePhoto } from './delete-photo.ts';
import { movePhoto } from './move-photo.ts';
import { countQueue } from './queries.ts';
import { photoForm } from './store-picture.ts';
import { sweepAllPictures, sweepPictures } from './sweep-pictures.ts';

export const photos = {
  public: [
    'change-photos.ts',
    'copy-photo.ts',
    'decide-photo.ts',
    'encode-picture.ts',
    'erase-photos.ts',
    'links.ts',
    'list-photos.ts',
    'picture-files.ts',
    'rules.ts',
    'store-picture.ts',
    'unowned-pictures.ts',
  ],
  operations: { addPhoto, movePhoto, deletePhoto },
  forms: { addPhoto: photoForm },
  limits: {
    upload: { points: 120, seconds: 600 },
  },
  jobs: {
    'sweep-pictures': { run: sweepPictures, schedule: '37 3 * * *' },
    // Finds what nobody noted: files of older programs, of a time that a restore undid, and of late requests.
    'sweep-all-pictures': {
      run: async (context) => void (await sweepAllPictures(context)),
      schedule: '7 4 1 * *',
      needsTrueTime: true,
    },
    'watch-storages': { run: watchStorages, schedule: '52 3 * * *' },
  },
  checks: { Bucket: checkBucket },
  queues: {
    'photos-before': ({ database }) => database.first(countQueue, { queue: 'before' }),
    'photos-after': ({ database }) => database.first(countQueue, { queue: 'after' }),
  },
  tables: {
    photo_queue: { key: 'queue', erasure: deletedWithMember, notExported: reasons.copy },
    unowned_pictures: {
      key: 'photo_id',
      erasure: { rule: 'expires', why: 'stays until the files are gone: the nightly sweep removes them a day later' },
      notExported: reasons.fleeting,
    },
    photo_owners: { key: 'photo_id', erasure: deletedWithMember, notExported: reasons.copy },
    photo_decisions: { key: 'photo_id', erasure: deletedWithMember, notExported: reasons.copy },
    photos: {
      ...withMember,
      erasure: deletedWithMember,
      export: 'account',
      columnsNotExported: {
        checked: reasons.workings,
        height: 'the picture itself is in the export',
        width: 'the picture itself is in the export',
      },
    },
  },
} satisfies Module;
