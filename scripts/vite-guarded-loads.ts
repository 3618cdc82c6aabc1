import type { Plugin } from 'vite';

/**
 * Makes a plugin by which no import settles while the browser leaves a page (`web/platform/chunk-guard.ts`). Two
 * loaders bypass our code. Vite dispatches an event for a file that cannot be loaded; if the guard leaves, Vite would
 * resolve with `undefined`, so this plugin returns a promise that never settles. The router has no event and reloads
 * after each failure, so this plugin dispatches one; if the guard stays, a throwing module leads to the error page,
 * where the router would wait forever. Offline, loading waits for the connection.
 */
export function guardedLoads(): Plugin {
  let guarded = 0;
  return {
    name: 'tealight-guarded-loads',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code) {
      if (code.includes(rethrow)) {
        guarded += 1;
        return { code: code.replace(rethrow, `${rethrow} return new Promise(() => {});`), map: null };
      }
      if (!code.includes('async function loadRouteModule(')) return null;
      const told = code.replaceAll(routeImport, (loading) => {
        guarded += 1;
        return `loadOrTell(() => ${loading})`;
      });
      return { code: `${told}\n${loadOrTell}`, map: null };
    },
    generateBundle() {
      if (guarded !== importsOfVite + importsOfRouter)
        this.error(`Files are loaded in ${guarded} places, not ${importsOfVite + importsOfRouter}.`);
    },
  };
}

/** In Vite's import helper, after its event: the case in which the guard does not leave. */
const importsOfVite = 1;
const rethrow = 'if (!e.defaultPrevented) throw err;';

/** The router's imports: module, split loader, action and middleware, and prefetching. */
const importsOfRouter = 5;
const routeImport =
  /import\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\/\s*(?:route\.\w+|modulePath)\s*\)/g;

const loadOrTell = `
async function loadOrTell(load) {
  try {
    return await load();
  } catch (error) {
    if (!navigator.onLine) {
      await new Promise((resume) => window.addEventListener('online', resume, { once: true }));
      return loadOrTell(load);
    }
    const event = new Event('vite:preloadError', { cancelable: true });
    event.payload = error;
    if (!window.dispatchEvent(event)) return new Promise(() => {});
    const fail = () => {
      throw Object.assign(new TypeError('a page did not come', { cause: error }), { name: 'LoadError' });
    };
    return { default: fail, clientLoader: fail, clientAction: fail, clientMiddleware: [] };
  }
}`;
