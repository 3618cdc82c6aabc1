import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The sources of a build: folders (`scripts` contains build plugins) and single files in the root. */
const FOLDERS = ['contract', 'locales', 'server', 'demo', 'web', 'mocks', 'migrations', 'scripts'];
const FILES = /^(package-lock\.json|tsconfig.*\.json|.*\.config\.[cm]?[jt]s)$/;
/** Tests and documents do not change the build. */
const IGNORED = /\.test\.[cm]?[jt]sx?$|\.md$|\.tsbuildinfo$/;

/**
 * Computes two fingerprints of all sources: `quick` from names, sizes and times, `content` from the files' contents. An
 * equal `quick` means unchanged. A fresh checkout changes the times only, and so only `quick`.
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
    // Hashes have a fixed length, so different file lists never give the same input.
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

/** @param {string} folder @returns {string[]} */
function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walk(path);
    return entry.isFile() && !IGNORED.test(entry.name) ? [path] : [];
  });
}
