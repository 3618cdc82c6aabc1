import { spawnSync } from 'node:child_process';
import { lchownSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';

export type SystemUser = { uid: number; gid: number };

/** True for root, as which PostgreSQL refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export function findNobody(): SystemUser {
  const ask = (flag: string): number => {
    const answer = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' });
    return answer.status === 0 ? Number(answer.stdout.trim()) >>> 0 : Number.NaN;
  };
  const user = { uid: ask('-u'), gid: ask('-g') };
  if (Number.isNaN(user.uid) || Number.isNaN(user.gid) || user.uid === 0) {
    throw new Error(
      'PostgreSQL does not run as root and the account "nobody" is missing. Start Tealight as another user.',
    );
  }
  return user;
}

/** True if the account can reach the path; always for our own. */
export function canReach(path: string, user?: SystemUser): boolean {
  if (!user) return true;
  for (let folder = dirname(realpathSync(path)); ; folder = dirname(folder)) {
    if (!mayExecute(statSync(folder), user)) return false;
    if (folder === dirname(folder)) return true;
  }
}

export function canExecute(path: string, user?: SystemUser): boolean {
  return !user || (canReach(path, user) && mayExecute(statSync(path), user));
}

export function giveTo(folder: string, user: SystemUser): void {
  lchownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
}

function mayExecute(stats: Stats, user: SystemUser): boolean {
  if (stats.uid === user.uid) return (stats.mode & 0o100) !== 0;
  if (stats.gid === user.gid) return (stats.mode & 0o010) !== 0;
  return (stats.mode & 0o001) !== 0;
}
