import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = path.join(root, '.cache', 'kit')

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

const page = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/kit.css"><div id="root"></div><script type="module" src="/kit.js"></script>`

export interface KitGallery {
  readonly url: string
  stop(): Promise<void>
}

/** Builds the component gallery separately and serves it on a free port. */
export async function startKitGallery(): Promise<KitGallery> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    mode: 'production',
    publicDir: false,
    plugins: [tailwindcss()],
    resolve: { alias: [{ find: /^#(.*)$/, replacement: `${root}src/$1` }] },
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: path.join(root, 'src/apps/web/dev/kit-standalone.tsx'),
        output: {
          entryFileNames: 'kit.js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: ({ names }) =>
            names[0]?.endsWith('.css') ? 'kit.css' : '[name][extname]',
        },
      },
    },
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const type = types[path.extname(pathname)]
    if (type === undefined) return response.end(page, 'utf8')
    return void readFile(path.join(folder, path.basename(pathname))).then(
      (content) => response.writeHead(200, { 'content-type': type }).end(content),
      () => response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => close(server) }
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
