import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canExecute, canReach, findNobody, isRoot, type SystemUser } from './user.ts';

/** `user` is set when PostgreSQL runs under another account than ours. */
export type Place = {
  root: string;
  cluster: string;
  sockets: string;
  logFile: string;
  lockFile: string;
  user?: SystemUser;
};

/** macOS allows 103 bytes for the path of a socket, name included. */
const socketFolderBytesMax = 80;

/**
 * Returns `dataDir/postgres`, or a folder below /var/lib when PostgreSQL's account cannot reach that (root's home is
 * closed to others). The file `dataDir/postgres-folder` then keeps its path, even when the checkout moves.
 */
export function findPlace(dataDir: string): Place {
  mkdirSync(dataDir, { recursive: true });
  if (!isRoot()) return describe(own(join(dataDir, 'postgres')));
  const pointer = join(dataDir, 'postgres-folder');
  if (existsSync(pointer)) return describePointedTo(readFileSync(pointer, 'utf8').trim(), pointer);
  const near = join(dataDir, 'postgres');
  const owner = findOwner(join(near, 'cluster'));
  const user = owner ?? findNobody();
  mkdirSync(near, { recursive: true, mode: 0o700 });
  // A cluster that another account created keeps its owner.
  if (canReach(near, user)) return describe(owner ? near : give(near, user), user);
  if (owner) {
    throw new Error(
      `The account with id ${user.uid} owns the database in ${near} and cannot reach it. Open the folders above it (chmod o+x).`,
    );
  }
  const hash = hashPath(dataDir);
  const far = give(
    makeFolder(user, (base) => mkdtempSync(join(base, `tealight-${hash}-`))),
    user,
  );
  rmSync(near, { recursive: true });
  writeFileSync(`${pointer}.new`, `${far}\n`);
  renameSync(`${pointer}.new`, pointer);
  return describe(far, user);
}

/** Falls back to a temporary folder when the path beside the cluster is too long. */
export function findSocketFolder({ root, sockets, user }: Place): string {
  if (Buffer.byteLength(sockets) <= socketFolderBytesMax) return makePrivateFolder(sockets, user);
  const uid = user?.uid ?? process.getuid?.() ?? 0;
  const name = `tealight-${hashPath(root)}-${uid}`;
  const folder = makeShortFolder(name, user);
  const stats = lstatSync(folder);
  // Anyone may write to the temporary folder: with a folder of somebody else, they could receive our connections.
  if (!stats.isDirectory() || (stats.uid !== uid && stats.uid !== process.getuid?.())) {
    throw new Error(`${folder} belongs to somebody else. Remove it, or move the data folder to a shorter path.`);
  }
  return makePrivateFolder(folder, user);
}

/** Makes a folder that only the account of PostgreSQL (and root) may enter. */
export function makePrivateFolder(folder: string, user?: SystemUser): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

function makeShortFolder(name: string, user?: SystemUser): string {
  const fits = (base: string): boolean =>
    Buffer.byteLength(join(base, name)) <= socketFolderBytesMax && existsSync(base) && canExecute(base, user);
  const base = [tmpdir(), '/tmp'].find(fits);
  if (!base)
    throw new Error(`No short temporary folder for the socket of PostgreSQL: neither ${tmpdir()} nor /tmp fits.`);
  mkdirSync(join(base, name), { recursive: true, mode: 0o700 });
  return join(base, name);
}

function makeFolder(user: SystemUser, make: (base: string) => string): string {
  for (const base of ['/var/lib', '/var/tmp']) {
    if (!existsSync(base) || !canExecute(base, user)) continue;
    try {
      return make(base);
    } catch {
      // A read-only /var/lib is common in containers; the next folder is tried.
    }
  }
  throw new Error(
    'Neither /var/lib nor /var/tmp can hold the database. Set DATABASE_URL, or do not start Tealight as root.',
  );
}

function describePointedTo(root: string, pointer: string): Place {
  if (existsSync(root)) return describe(root, findOwner(join(root, 'cluster')) ?? findNobody());
  throw new Error(
    `The database folder ${root}, named in ${pointer}, is missing. Restore it, or delete ${pointer} to start with an empty database.`,
  );
}

function describe(root: string, user?: SystemUser): Place {
  const inside = (name: string): string => join(root, name);
  return {
    root,
    cluster: inside('cluster'),
    sockets: inside('sockets'),
    logFile: inside('log'),
    lockFile: inside('lock'),
    ...(user && { user }),
  };
}

function own(root: string): string {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const uid = process.getuid?.() ?? 0;
  if (process.platform === 'win32' || lstatSync(root).uid === uid) return root;
  throw new Error(
    `The database in ${root} belongs to another account (id ${lstatSync(root).uid}). Start Tealight as before, or use another data folder.`,
  );
}

function give(folder: string, user: SystemUser): string {
  chownSync(folder, process.getuid?.() ?? 0, user.gid);
  chmodSync(folder, 0o710);
  return folder;
}

function findOwner(folder: string): SystemUser | undefined {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : undefined;
}

function hashPath(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}
