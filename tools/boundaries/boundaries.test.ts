import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { boundaryViolations } from './check.ts'
import { boundaryRules } from './rules.ts'
import { modules, layers } from './layers.ts'

/**
 * Goal: every boundary rule detects its violation. Method: a file tree has one file for each rule that violates it,
 * and each of them is reported; a tree without violations is not.
 */
async function violated(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'boundaries-'))
  try {
    await writeFile(
      path.join(folder, 'package.json'),
      '{"type":"module","imports":{"#*":"./src/*"}}',
    )
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), content)
    }
    const { violations } = await boundaryViolations(folder)
    return violations.map(({ rule, from }) => `${rule.name}: ${from}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A file that imports another, both with the package's `#` addresses. */
function planted(from: string, to: string): Record<string, string> {
  const address = to.replace(/^src\//, '#')
  return {
    [from]: `import { x } from '${address}'\nexport const y = x\n`,
    [to]: 'export const x = 1\n',
  }
}

const upwards: Record<string, [string, string]> = {
  kernel: ['src/kernel/a.ts', 'src/contract/b.ts'],
  contract: ['src/contract/a.ts', 'src/platform/b.ts'],
  seatmap: ['src/seatmap/a.ts', 'src/modules/orders/contract.ts'],
  design: ['src/design/a.ts', 'src/seatmap/b.ts'],
  platform: ['src/platform/a.ts', 'src/modules/orders/server/public-api.ts'],
  modules: ['src/modules/orders/server/a.ts', 'src/flows/checkout/b.ts'],
  flows: ['src/flows/checkout/a.ts', 'src/apps/server/b.ts'],
}

/** Another module that is in the layer of a module or above it; the topmost one has none. */
function neighbourOf(module: string): string | undefined {
  const layer = modules[module] ?? 0
  return Object.keys(modules).find((other) => other !== module && (modules[other] ?? 0) >= layer)
}

const userOfNeighbour = (module: string) => `src/modules/${module}/server/neighbour.ts`

const others: readonly [rule: string, from: string, to: string][] = [
  [
    'module-by-public-api',
    'src/modules/orders/server/c.ts',
    'src/modules/payments/server/store.ts',
  ],
  ['flows-by-public-api', 'src/flows/checkout/server/a.ts', 'src/modules/payments/server/store.ts'],
  ['web-not-server', 'src/modules/orders/web/a.tsx', 'src/modules/orders/server/store.ts'],
  ['web-not-server', 'src/apps/web/a.tsx', 'src/platform/http/x.ts'],
  ['server-not-web', 'src/modules/orders/server/d.ts', 'src/modules/orders/web/b.ts'],
  ['production-without-fakes', 'src/apps/server/a.ts', 'fakes/bank.ts'],
]

/** One violation of each rule. */
function forbidden(): Record<string, string> {
  const files: Record<string, string> = {
    'src/kernel/impure.ts':
      "import { readFileSync } from 'node:fs'\nexport const y = readFileSync\n",
    'src/platform/c.ts': "import type { B } from './d.ts'\nexport interface A { b: B }\n",
    'src/platform/d.ts': "import type { A } from './c.ts'\nexport interface B { a: A }\n",
  }
  for (const [from, to] of Object.values(upwards)) Object.assign(files, planted(from, to))
  for (const [, from, to] of others) Object.assign(files, planted(from, to))
  files['src/apps/server/a.ts'] = "import { x } from '../../../fakes/bank.ts'\nexport const y = x\n"
  for (const module of Object.keys(modules)) {
    const neighbour = neighbourOf(module)
    if (neighbour !== undefined)
      Object.assign(
        files,
        planted(userOfNeighbour(module), `src/modules/${neighbour}/server/public-api.ts`),
      )
  }
  return files
}

describe('boundaries', () => {
  let found: string[]

  beforeAll(async () => {
    found = await violated(forbidden())
  })

  it('has a rule for every layer and module', () => {
    const names = boundaryRules().map((rule) => rule.name)
    for (const { name } of layers) expect(names).toContain(`layer-${name}`)
    for (const module of Object.keys(modules)) expect(names).toContain(`module-${module}-downwards`)
  })

  it.each(Object.entries(upwards))('stops %s from looking upwards', (name, [from]) => {
    expect(found).toContain(`layer-${name}: ${from}`)
  })

  it.each(Object.keys(modules))('stops %s from using its own layer or a higher one', (module) => {
    if (neighbourOf(module) === undefined) {
      // Nothing is beside or above the topmost module, so there is nothing to test.
      expect(Math.max(...Object.values(modules))).toBe(modules[module])
      return
    }
    expect(found).toContain(`module-${module}-downwards: ${userOfNeighbour(module)}`)
  })

  it.each(others)('%s: %s may not use %s', (rule, from) => {
    expect(found).toContain(`${rule}: ${from}`)
  })

  it('keeps the kernel pure', () => {
    expect(found).toContain('pure-kernel: src/kernel/impure.ts')
  })

  it('finds cycles, even of types', () => {
    expect(found.some((one) => /^no-cycles: src\/platform\/[cd]\.ts$/.test(one))).toBe(true)
  })

  it('reports nothing for a tree without violations', async () => {
    const files = {
      ...planted('src/modules/orders/server/a.ts', 'src/modules/payments/server/public-api.ts'),
      ...planted('src/flows/checkout/server/b.ts', 'src/modules/tickets/contract.ts'),
      ...planted('src/apps/server/c.ts', 'src/kernel/d.ts'),
    }
    expect(await violated(files)).toEqual([])
  })
})
