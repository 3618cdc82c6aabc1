import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What a build is made from (scripts holds a plugin of it): whole folders, and single files of the repository's own folder. */
const FOLDERS = ['contract', 'locales', 'server', 'demo', 'web', 'mocks', 'migrations', 'scripts'];
const FILES = /^(package-lock\.json|tsconfig.*\.json|.*\.config\.[cm]?[jt]s)$/;
/** Tests and prose change nothing in what is built. */
const IGNORED = /\.test\.[cm]?[jt]sx?$|\.md$|\.tsbuildinfo$/;

/**
 * Two descriptions of all sources: `quick` from names, sizes and times, and `content` from what the files say.
 * Equal `quick` means unchanged. A fresh checkout changes the times only, which `content` tells apart.
 * @param {string} root The repository.
 */
export function fingerprint(root) {
  const files = listSources(root).sort();
  const quick = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    quick.update(`${relative(root, file)}\0${size}\0${mtimeMs}\n`);
  }
  return { quick: quick.digest('hex'), content: () => hashContent(root, files) };
}

/** @param {string} root @param {string[]} files */
function hashContent(root, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${relative(root, file)}\0`);
    // The file's own hash has a fixed length, so no two lists of files read alike.
    hash.update(createHash('sha256').update(readFileSync(file)).digest());
  }
  return hash.digest('hex');
}

/** @param {string} root */
function listSources(root) {
  const top = readdirSync(root, { withFileTypes: true });
  const single = top.filter((entry) => entry.isFile() && FILES.test(entry.name)).map((entry) => join(root, entry.name));
  const folders = top.filter((entry) => entry.isDirectory() && FOLDERS.includes(entry.name));
  return single.concat(folders.flatMap((entry) => walk(join(root, entry.name))));
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walk(path);
    return entry.isFile() && !IGNORED.test(entry.name) ? [path] : [];
  });
}
