import type { AppContext } from '../context.ts';
import { recordLedgerUse } from '../erasure/ledger-notes.ts';
import { sweepAllPictures } from '../photos/sweep-pictures.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { moveFiles } from '../platform/storage/move-files.ts';
import { checkFiles, openFiles } from './open-files.ts';
import { prepareSchema } from './prepare-schema.ts';
import { runCommand } from './run-command.ts';

const help = `npm run photos -- move    copies the files of DATA_DIR to S3_BUCKET, while PHOTOS_ALSO is disk on all nodes
npm run photos -- sweep   lists all files, and removes pictures without a row that are older than a day
`;
// New files are written to both places, so a second pass finds hardly any.
const passesMax = 5;
const filesPerLine = 1_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const commands: Partial<Record<string, (context: AppContext) => Promise<number>>> = { move: moveAll, sweep: sweepAll };
const command = process.argv.length === 3 ? commands[process.argv[2] ?? ''] : undefined;
if (command) await runCommand(command);
else {
  process.stderr.write(help);
  process.exitCode = 1;
}

/**
 * Moves photos, exports and the ledger of erasures to the bucket. It can be interrupted and repeated. In the end it
 * marks the bucket as complete, without which no process starts on it alone. After that it refuses: such a process
 * removes files from the bucket only, and the move would bring them back.
 */
async function moveAll(context: AppContext): Promise<number> {
  const { move } = await openFiles(context.config, context.log);
  if (!move) throw new Error('Set S3_BUCKET and PHOTOS_ALSO=disk first, on all nodes.');
  const { folders, buckets } = move;
  await prepareSchema(context, context.config.migrates);
  const id = await checkFiles(context);
  const end =
    'Remove PHOTOS_ALSO on all nodes, then the folders photos, exports and erasures, and the file installation.';
  if (await move.id.hasMoved()) throw new Error(`All files are in the bucket already. ${end}`);
  for (const name of ['erasures', 'photos', 'exports'] as const)
    await moveUntilSame(name, folders[name], buckets[name]);
  // The last one may be in the folder only, and has the size of an older one in the bucket.
  await recordLedgerUse(context);
  if (id !== null) await move.id.end(id);
  say(`All files are in the bucket. ${end}`);
  return 0;
}

/** Removes what the nightly job does not know of. In a bucket, each thousand files take a request. */
async function sweepAll(context: AppContext): Promise<number> {
  await prepareSchema(context, context.config.migrates);
  await checkFiles(context);
  say(`${await sweepAllPictures(context)} pictures without a row removed.`);
  return 0;
}

async function moveUntilSame(name: string, folder: Storage, bucket: Storage): Promise<void> {
  for (let pass = 1; pass <= passesMax; pass += 1) {
    const tell = ({ files, copied, bytes }: Awaited<ReturnType<typeof moveFiles>>): void =>
      say(`${name}: ${files} files, ${copied} copied (${Math.ceil(bytes / 1_000_000)} MB)`);
    const moved = await moveFiles(folder, bucket, (now) => {
      if (now.files % filesPerLine === 0) tell(now);
    });
    tell(moved);
    if (moved.copied === 0) return;
  }
  throw new Error(`${name}: files still differ after ${passesMax} passes.`);
}
