import type { Upload } from '../../contract/platform/upload.ts';
import { Failure, refuseFields } from '../platform/failure.ts';
import type { Call } from '../platform/handler.ts';

/**
 * Counts a complaint's files against the daily limits of its address and of everybody. Throws input.invalid with
 * `files`: the complaint can be sent without them. An exhausted overall limit logs an error, once an hour.
 */
export async function takeFileRoom({ context, ip }: Call, files: readonly Upload[]): Promise<void> {
  if (files.length === 0) return;
  const { rateLimits } = context;
  const kilobytes = Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1_024);
  await rateLimits.enforceAddress('file-kilobytes', ip, kilobytes).catch(refuse);
  await rateLimits.enforce('all-file-kilobytes', '', kilobytes).catch(async (error: unknown) => {
    if (error instanceof Failure) await raiseAlarm(context);
    refuse(error);
  });
}

function refuse(error: unknown): void {
  if (!(error instanceof Failure)) throw error;
  refuseFields({ files: 'file.full' }, error.values);
}

async function raiseAlarm({ rateLimits, log }: Call['context']): Promise<void> {
  const isFirst = await rateLimits.enforce('file-alarm', '').then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return false;
    },
  );
  if (isFirst) log.error({ event: 'complaint.files-full' }, 'the room for files of a day is used up');
}
