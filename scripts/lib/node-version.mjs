// Imported first by every script. Uses old syntax only, so that an old Node prints this error instead of a parse error.
var version = process.versions.node.split('.').map(Number);
var major = version[0] || 0;
var minor = version[1] || 0;

// The same versions as `engines` in package.json.
if (!((major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24)) {
  console.error(
    'Tealight needs Node 20.19, Node 22.13, or Node 24 or newer, and this is Node ' +
      process.versions.node +
      '. Get it at https://nodejs.org.',
  );
  process.exit(1);
}
