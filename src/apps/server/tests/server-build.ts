import type { ServerBuild } from 'react-router'

type Loader = (args: never) => unknown

/**
 * A build of pages that has one route for every address.
 *
 * @param entry what differs from an entry without pages in the cache: the context of calls at least
 */
export function serverBuild(
  entry: object,
  route: { loader: Loader; action?: Loader },
): ServerBuild {
  const parts = {
    entry: {
      module: {
        default: () => new Response(),
        inlineScriptSources: [],
        createPublicPages: () => ({ find: () => null }),
        ...entry,
      },
    },
    routes: { root: { id: 'root', path: '*', module: route } },
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' },
    publicPath: '/',
    basename: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  }
  return parts as unknown as ServerBuild
}
