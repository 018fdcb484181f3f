import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Compresses the built scripts and styles once, instead of in each request. */
const folder = fileURLToPath(new URL('../build/client/assets/', import.meta.url))
const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

await Promise.all((await readdir(folder)).map(compress))

async function compress(name: string): Promise<void> {
  if (!/\.(js|css|svg|json)$/.test(name)) return
  const file = path.join(folder, name)
  const content = await readFile(file)
  if (content.length < 500) return
  await writeFile(
    `${file}.br`,
    await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  )
  await writeFile(`${file}.gz`, await deflate(content, { level: 9 }))
}
