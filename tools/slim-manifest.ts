import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import vm from 'node:vm'
import { ownRouteLists } from '../src/apps/web/page-table.ts'
import { routeListUrl } from '../src/apps/web/rendering/route-lists.ts'

/**
 * The first page contains the list of routes. For each route it also names the imports of its module, so that they
 * can be prefetched before a click. Only frequently linked pages keep those names: for others they are not worth
 * their size, and modules find their imports anyway. The rest is written as rows; an English page that differs from
 * its Georgian counterpart only by its address has no row. A short script expands the rows.
 *
 * The routes of back offices and of each vertical are separate lists that only their own pages load. The common
 * list contains the first segments of their addresses, so that links there load a document.
 */
const folder = fileURLToPath(new URL('../build/client/assets/', import.meta.url))
const start = 'window.__reactRouterManifest='

interface Route {
  readonly id: string
  readonly parentId?: string
  readonly path?: string
  readonly index?: boolean
  readonly module: string
  imports?: string[]
  css?: string[]
  readonly [key: string]: unknown
}

const flags = [
  'index',
  'hasAction',
  'hasLoader',
  'hasClientAction',
  'hasClientLoader',
  'hasClientMiddleware',
  'hasDefaultExport',
  'hasErrorBoundary',
] as const

/**
 * Creates the routes of the rows; `hasTwin` adds the English page. A list that came from another origin names files
 * of that origin (`@` is where they are): the page's links to styles and prefetched modules would be resolved against the page otherwise.
 */
const expansion = `routes=>rows=>{const{origin:from}=new URL(import.meta.url),at=from===location.origin?'':from;rows=JSON.parse(JSON.stringify(rows).replaceAll('"@','"'+at+'/assets/'));const add=(id,parentId,path,bits,module,imports,css,more)=>{const route=routes[id]={id,module:at+'/assets/'+module+'.js',...more};if(parentId)route.parentId=parentId;if(path!==0)route.path=path;${JSON.stringify(
  flags,
)}.forEach((flag,bit)=>{if(bits>>bit&1)route[flag]=true});if(imports)route.imports=imports;if(css)route.css=css};for(const[id,parentId,path,bits,module,hasTwin,imports,css,more]of rows){add(id,parentId,path,bits,module,imports,css,more);if(hasTwin)add(id.replace('ka','en'),parentId.replace('ka','en'),path&&'en/'+path,bits,module,imports,css,more)}}`

/** The generated scripts: the common list, and by name the scripts that add each area's routes. */
export interface RouteListScripts {
  readonly common: string
  readonly own: ReadonlyMap<string, string>
}

/**
 * Scripts that create the same list of routes in fewer bytes; throws if the result would differ.
 *
 * @param text the built script of the whole list @param names of the layouts whose pages are separate lists, e.g.
 * `operator` for `ka:operator` and `en:operator`
 */
export function compactManifest(text: string, names: readonly string[] = []): RouteListScripts {
  const manifest = JSON.parse(text.slice(start.length).replace(/;\s*$/, '')) as {
    routes: Record<string, Route>
  }
  const routes = Object.fromEntries(
    Object.values(manifest.routes).map((route) => [route.id, slim(route)]),
  )
  const { routes: _routes, ...rest } = manifest
  const byList = Map.groupBy(Object.values(routes), (route) => listOf(route, routes, names))
  const segments = (name: string | null): string[] => firstSegments(byList.get(name) ?? [])
  const elsewhere = names.flatMap(segments)
  const shared = elsewhere.filter(
    (segment, index) => segments(null).includes(segment) || elsewhere.indexOf(segment) !== index,
  )
  if (shared.length > 0) throw new Error(`Addresses in two lists of routes: ${shared.join(', ')}`)
  const rows = (name: string | null): string =>
    JSON.stringify(rowsOf(byList.get(name) ?? [], routes)).replaceAll('"/assets/', '"@')
  const scripts = {
    common: `${start}${JSON.stringify({ ...rest, routes: {}, elsewhere })};(m=>(m.add=(${expansion})(m.routes))(${rows(null)}))(window.__reactRouterManifest);`,
    own: new Map(
      names.map((name) => [
        name,
        `(m=>{m.add(${rows(name)});m.elsewhere=m.elsewhere.filter(one=>!${JSON.stringify(segments(name))}.includes(one))})(window.__reactRouterManifest);`,
      ]),
    ),
  }
  const made = runRouteLists([scripts.common, ...scripts.own.values()])
  if (!isDeepStrictEqual(made, { ...rest, routes, elsewhere: [] }))
    throw new Error('The list of routes cannot be written as rows')
  return scripts
}

/**
 * The list that a page at `https://page.test` gets from these scripts.
 *
 * @param from origin that the scripts come from
 */
export function runRouteLists(
  scripts: readonly string[],
  from = 'https://page.test',
): { readonly version: string; readonly elsewhere: string[]; readonly routes: object } {
  const window: Record<string, unknown> = {}
  // Outside of a module there is no `import.meta`.
  const text = scripts.join('').replaceAll('import.meta.url', JSON.stringify(`${from}/assets/m.js`))
  vm.runInNewContext(text, { window, URL, location: { origin: 'https://page.test' } })
  return JSON.parse(JSON.stringify(window['__reactRouterManifest']))
}

/** The list that a route belongs to: the name of the layout above it; null for the common one. */
function listOf(
  route: Route,
  routes: Readonly<Record<string, Route>>,
  names: readonly string[],
): string | null {
  for (let one: Route | undefined = route; one; one = routes[one.parentId ?? '']) {
    const name = one.id.replace(/^(ka|en):/, '')
    if (names.includes(name)) return name
  }
  return null
}

function firstSegments(routes: readonly Route[]): string[] {
  const all = routes.map(
    ({ path: address = '' }) => address.replace(/^en(\/|$)/, '').split('/', 1)[0] ?? '',
  )
  return [...new Set(all)].filter((segment) => segment !== '')
}

function rowsOf(list: readonly Route[], routes: Readonly<Record<string, Route>>): unknown[] {
  return list
    .filter((route) => !isDeepStrictEqual(route, twinOf(routes[route.id.replace(/^en/, 'ka')])))
    .map((route) => {
      const twin = twinOf(route)
      return rowOf(route, twin !== undefined && isDeepStrictEqual(twin, routes[twin.id]))
    })
}

/** Omits false and empty properties, which the router treats the same. */
function slim(route: Route): Route {
  const imports = isSeldom(route) ? [] : (route.imports ?? [])
  return Object.fromEntries(
    Object.entries({ ...route, imports }).filter(
      ([, value]) => value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  ) as unknown as Route
}

/** The English counterpart of a Georgian page, if only its address differs. */
function twinOf(route: Route | undefined): Route | undefined {
  if (!route?.id.startsWith('ka:') || !route.parentId) return undefined
  return {
    ...route,
    id: route.id.replace('ka', 'en'),
    parentId: route.parentId.replace('ka', 'en'),
    ...(route.path && { path: `en/${route.path}` }),
  }
}

function rowOf(route: Route, hasTwin: boolean): unknown[] {
  const { id, parentId = 0, path: address = 0, module, imports = 0, css = 0 } = route
  const bits = flags.reduce((sum, flag, bit) => (route[flag] ? sum + (1 << bit) : sum), 0)
  const row = [id, parentId, address, bits, module.replace(/^\/assets\/(.*)\.js$/, '$1')]
  const named = new Set<string>([...flags, 'id', 'parentId', 'path', 'module', 'imports', 'css'])
  const others = Object.entries(route).filter(([key]) => !named.has(key))
  const more: unknown[] = [
    hasTwin ? 1 : 0,
    imports,
    css,
    others.length > 0 ? Object.fromEntries(others) : 0,
  ]
  while (more.at(-1) === 0) more.pop()
  return [...row, ...more]
}

/** Whether the page is off the path from home to a show, its places and the search. */
function isSeldom({ id }: Route): boolean {
  return !/^(root|ka|en|(ka|en):(showing|\/|\/category\/:slug|\/search|\/shows\/:slug|\/events\/:eventId))$/.test(
    id,
  )
}

if (import.meta.main) {
  for (const name of await readdir(folder)) {
    if (!/^manifest-.*\.js$/.test(name)) continue
    const file = path.join(folder, name)
    const text = await readFile(file, 'utf8')
    if (!text.startsWith(start)) throw new Error(`${name} is not the list of routes as it was`)
    const { common, own } = compactManifest(text, ownRouteLists)
    await writeFile(file, common)
    for (const [list, script] of own)
      await writeFile(routeListUrl(file, list), `import"./${name}";${script}`)
  }
}
