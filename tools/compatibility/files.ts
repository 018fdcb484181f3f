/** What browsers get from the shop, and which range of browsers each file is for. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { showWidget } from '../../src/apps/web/embed/widget.ts'
import { headScript } from '../../src/apps/web/head-script.ts'
import type { RangeName } from '../browser-range.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const assets = path.join(root, 'build', 'client', 'assets')

export interface SentFile {
  readonly name: string
  readonly text: string
  readonly range: RangeName
}

/** Layouts of the back offices, by the name in their ids. */
const officeLayouts = /^(ka|en):(operator|merchant)$/

/** All scripts and styles of a build, with what the server sends without building it. */
export async function sentFiles(): Promise<SentFile[]> {
  const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name))
  const texts = new Map(names.map((name) => [name, readFileSync(path.join(assets, name), 'utf8')]))
  const forShop = await filesOfShop(texts)
  const built = names.map((name) => ({
    name,
    text: texts.get(name) ?? '',
    range: name.endsWith('.css') || forShop.has(name) ? ('shop' as const) : ('offices' as const),
  }))
  return [...built, ...unbuiltFiles()]
}

/** Everything that pages outside of the back offices load, now or later. */
async function filesOfShop(texts: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
  const address = pathToFileURL(path.join(root, 'build', 'server', 'index.js')).href
  const { entry, routes } = ((await import(address)) as ServerBuild).assets
  const isOffice = (id: string | undefined): boolean => {
    for (let at = id; at !== undefined; at = routes[at]?.parentId)
      if (officeLayouts.test(at)) return true
    return false
  }
  const own = Object.values(routes).filter((route) => !isOffice(route?.id))
  const waiting = [entry.module, ...entry.imports, ...own.map((route) => route?.module ?? '')].map(
    (file) => path.posix.basename(file),
  )
  const reached = new Set<string>()
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name) || !texts.has(name)) continue
    reached.add(name)
    for (const [, next = ''] of (texts.get(name) ?? '').matchAll(/["'`/]([\w.-]+\.js)["'`]/g))
      waiting.push(next)
  }
  return reached
}

function unbuiltFiles(): SentFile[] {
  const folder = path.join(root, 'src', 'apps', 'web', 'public')
  const workers = readdirSync(folder).filter((name) => name.endsWith('.js'))
  return [
    ...workers.map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') })),
    { name: 'widget.js', text: `(${String(showWidget)})()` },
    { name: 'head script', text: headScript() },
  ].map((file) => ({ ...file, range: 'shop' as const }))
}
