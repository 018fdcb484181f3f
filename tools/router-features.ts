import type { Plugin } from 'vite'

/**
 * Two features of the router that no page of ours uses, yet which its client always brings along: measuring probes
 * on every loader, and finding out routes while one goes (`routeDiscovery` is `initial`, all are known). Measured on
 * the first page: 2 KB of gzip. What the router asks of them is answered as it is answered when they are off. A
 * release that asks for more than these names fails the build instead of the shop.
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

/** Leaves those features out of the browser's script. */
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
