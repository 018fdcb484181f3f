import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildSettings, decidesBuild } from '../build-web.ts'

test('includes everything that pages can import, and no server code', () => {
  for (const file of [
    'src/modules/orders/server/store.ts',
    'src/modules/orders/server/commands/expire-orders.ts',
    'src/apps/worker/main.ts',
    'src/apps/server/pages.ts',
    'src/platform/config.ts',
    'src/kernel/tests/money.test.ts',
  ])
    expect([file, decidesBuild(file)]).toEqual([file, false])
  for (const file of [
    'src/apps/web/root.tsx',
    'src/apps/web/server-calls.ts',
    'src/modules/orders/contract.ts',
    'src/modules/orders/web/pages/order.tsx',
    'src/modules/orders/messages/ka.ts',
    'src/kernel/money.ts',
    'src/design/tokens.css',
  ])
    expect([file, decidesBuild(file)]).toEqual([file, true])
})

test('includes every file that configures or runs the build in its digest', async () => {
  const seen = new Set<string>()
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return
    seen.add(file)
    const source = await readFile(file, 'utf8')
    for (const [, address = ''] of source.matchAll(/from '([.#][^']+)'/g))
      await visit(
        address.startsWith('#')
          ? address.replace('#', 'src/')
          : path.join(path.dirname(file), address),
      )
  }
  // The plugins run every contract, so imports of contracts affect the build too.
  const contracts = glob('src/modules/*/{contract,*-contract}.ts')
  for await (const file of contracts) await visit(file)
  await visit('vite.config.ts')
  await visit('react-router.config.ts')
  const isInDigest = (file: string): boolean =>
    buildSettings.includes(file) || (file.startsWith('src/') && decidesBuild(file))
  expect([...seen].filter((file) => !isInDigest(file))).toEqual([])
  const steps = [...(await readFile('tools/build-web.ts', 'utf8')).matchAll(/'([a-z-]+\.ts)'/g)]
  for (const [, step] of steps) expect(buildSettings).toContain(`tools/${step}`)
})
