import type { Plugin } from 'vite'

/**
 * Two router features that no page uses but its client always contains: instrumentation of loaders, and lazy route
 * discovery (`routeDiscovery` is `initial`, all routes are known). Measured on the first page: 2 KB of gzip. The
 * replacements behave as if the features are disabled. A release that imports other names fails the build.
 */
const unused: Readonly<Record<string, string>> = {
  'router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const instrumentHandler = (handler) => handler
    export const instrumentationResultMetaContext = undefined`,
  'dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false
    export const getPartialManifest = (manifest) => manifest
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const useFogOFWarDiscovery = () => {}
    export const getPathsWithAncestors = (paths) => paths
    export const handleClientVersionMismatch = () => {}
    export const getManifestPath = () => ''
    export const URL_LIMIT = 0`,
}

/** Removes those features from the browser's script. */
export function withoutUnusedRouterFeatures(): Plugin {
  return {
    name: 'bileti:router-features',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      const file = /\/react-router\/dist\/production\/lib\/(.+\.js)$/.exec(
        id.split('?', 1)[0] ?? '',
      )
      return unused[file?.[1] ?? ''] ?? null
    },
  }
}
