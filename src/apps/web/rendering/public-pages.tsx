/**
 * Renders public pages without the router's request handler, which matches the whole table twice and creates a
 * request, headers, a stream and elements of all routes for every page, while React's stream splits the page into
 * small pieces. A public page needs only its branch of the table, the results of its loaders, and one string.
 * Anything else (a redirect, a refusal, pending data) returns null and is left to the router.
 */
import { renderToString } from 'react-dom/server'
import {
  matchRoutes,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { PageHosts } from '#design/data/page-hosts.ts'
import { MarkupPartsContext } from '#design/parts/cached-markup.tsx'
import { isLocale } from '#kernel/locale.ts'
import type { PublicPage, PublicPages } from '../public-page.ts'
import { livePages, publicQueries } from '../page-table.ts'
import { createBranches, type Branch } from './branches.ts'
import { documentFrame, type DocumentFrame } from './document.ts'
import { hydrationData } from './hydration-data.ts'
import { createMarkupCache, type MarkupCache } from './markup-cache.ts'

/** @param hosts origins that the pages use in addition to the shop's */
export function createPublicPages(build: ServerBuild, hosts: PageHosts = {}): PublicPages {
  const branches = createBranches(build.routes)
  // In development texts and components change while the server runs.
  const markup = import.meta.env.PROD ? createMarkupCache() : null
  const pages = new Map<Branch, PublicPage | null>()
  return {
    find(pathname) {
      const branch = branches.find(pathname)
      if (branch === null) return null
      let page = pages.get(branch)
      if (page === undefined)
        pages.set(branch, (page = publicPage(branch, { build, hosts, markup })))
      return page
    },
  }
}

/** Null for a personal page. */
function publicPage(
  branch: Branch,
  {
    build,
    hosts,
    markup,
  }: {
    readonly build: ServerBuild
    readonly hosts: PageHosts
    readonly markup: MarkupCache | null
  },
): PublicPage | null {
  const [locale = '', path = ''] = splitAt(branch.id, branch.id.indexOf(':'))
  const query = publicQueries.get(path)
  if (query === undefined || !isLocale(locale)) return null
  const parts = { ...branchParts(build, branch, hosts), markup }
  return {
    locale,
    query,
    isLive: livePages.has(path),
    render: (address, context) => render(parts, address, context),
  }
}

function splitAt(text: string, index: number): readonly [string, string] {
  return [text.slice(0, index), text.slice(index + 1)]
}

interface BranchParts {
  readonly branch: Branch
  readonly frame: DocumentFrame
  /** The part that is the same in every rendering of the branch. */
  readonly entry: Omit<EntryContext, 'staticHandlerContext' | 'renderMeta'>
}

function branchParts(build: ServerBuild, branch: Branch, hosts: PageHosts): BranchParts {
  const ids = branch.routes.map(({ id }) => id)
  const some = <Value,>(all: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(ids.flatMap((id) => (all[id] === undefined ? [] : [[id, all[id]]])))
  return {
    branch,
    frame: documentFrame({ ...build, manifest: build.assets }, ids, hosts),
    entry: {
      manifest: { ...build.assets, routes: some(build.assets.routes) },
      routeModules: Object.fromEntries(branch.routes.map(({ id, module }) => [id, module])),
      serverHandoffString: undefined,
      future: build.future,
      ssr: build.ssr,
      routeDiscovery: build.routeDiscovery,
      isSpaMode: false,
      serializeError: (error: unknown) => error,
    } as unknown as BranchParts['entry'],
  }
}

async function render(
  { branch, frame, entry, markup }: BranchParts & { readonly markup: MarkupCache | null },
  address: URL,
  context: RouterContextProvider,
): Promise<string | null> {
  const { pathname, search } = address
  const matches = matchRoutes(branch.tree, pathname)
  if (matches?.at(-1)?.route.id !== branch.id) return null
  const loaderData = await load(branch, { params: matches[0]?.params ?? {}, url: address, context })
  const data = loaderData && hydrationData({ loaderData, actionData: null, errors: null })
  if (data === null) return null
  const staticHandlerContext = {
    basename: '/',
    location: { pathname, search, hash: '', state: null, key: 'default' },
    matches,
    loaderData,
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  }
  const parts = markup?.page() ?? null
  const html = renderToString(
    <MarkupPartsContext value={parts}>
      <ServerRouter
        context={{ ...entry, staticHandlerContext, renderMeta: {} } as unknown as EntryContext}
        url={address}
      />
    </MarkupPartsContext>,
  )
  // A boundary suspended or failed: the router renders the page again, waits, and reports the error.
  if (html.includes('<!--$!-->')) return null
  return frame.fill(parts?.complete(html) ?? html, data, { url: address, status: 200 })
}

/** Results of the branch's loaders by route; null when one of them returns anything but data. */
async function load(
  { routes }: Branch,
  // There is no request and so no cookie: a public page depends on its address only.
  asked: {
    readonly params: Readonly<Record<string, string | undefined>>
    readonly url: URL
    readonly context: RouterContextProvider
  },
): Promise<Record<string, unknown> | null> {
  try {
    const loaded = await Promise.all(
      routes.map(async ({ id, module }) => {
        const { loader } = module as { loader?: (input: typeof asked) => unknown }
        return loader ? [[id, await loader(asked)] as const] : []
      }),
    )
    return Object.fromEntries(loaded.flat())
  } catch {
    return null
  }
}
