import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { boundaryViolations } from './check.ts'
import { boundaryRules } from './rules.ts'
import { modules, layers } from './layers.ts'

/**
 * Goal: every boundary rule detects its violation. Method: for every rule, a file tree that violates only that rule
 * is reported; a tree without violations is not.
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
    return violations.map((violation) => violation.rule.name)
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

describe('boundaries', () => {
  it('has a rule for every layer and module', () => {
    const names = boundaryRules().map((rule) => rule.name)
    for (const { name } of layers) expect(names).toContain(`layer-${name}`)
    for (const module of Object.keys(modules)) expect(names).toContain(`module-${module}-downwards`)
  })

  it.each(Object.entries(upwards))('stops %s from looking upwards', async (name, [from, to]) => {
    expect(await violated(planted(from, to))).toContain(`layer-${name}`)
  })

  it.each(Object.keys(modules))(
    'stops %s from using its own layer or a higher one',
    async (module) => {
      const layer = modules[module] ?? 0
      const neighbour = Object.keys(modules).find(
        (other) => other !== module && (modules[other] ?? 0) >= layer,
      )
      if (neighbour === undefined) {
        // Nothing is beside or above the topmost module, so there is nothing to test.
        expect(Math.max(...Object.values(modules))).toBe(layer)
        return
      }
      const names = await violated(
        planted(
          `src/modules/${module}/server/a.ts`,
          `src/modules/${neighbour}/server/public-api.ts`,
        ),
      )
      expect(names).toContain(`module-${module}-downwards`)
    },
  )

  it.each([
    [
      'module-by-public-api',
      'src/modules/orders/server/a.ts',
      'src/modules/payments/server/store.ts',
    ],
    [
      'flows-by-public-api',
      'src/flows/checkout/server/a.ts',
      'src/modules/payments/server/store.ts',
    ],
    ['web-not-server', 'src/modules/orders/web/a.tsx', 'src/modules/orders/server/store.ts'],
    ['web-not-server', 'src/apps/web/a.tsx', 'src/platform/http/x.ts'],
    ['server-not-web', 'src/modules/orders/server/a.ts', 'src/modules/orders/web/b.ts'],
    ['production-without-fakes', 'src/apps/server/a.ts', 'src/../fakes/bank.ts'],
  ])('%s: %s may not use %s', async (rule, from, to) => {
    const files = planted(from, to)
    if (to.includes('..')) {
      files[from] = "import { x } from '../../../fakes/bank.ts'\nexport const y = x\n"
    }
    expect(await violated(files)).toContain(rule)
  })

  it('keeps the kernel pure', async () => {
    const files = {
      'src/kernel/a.ts': "import { readFileSync } from 'node:fs'\nexport const y = readFileSync\n",
    }
    expect(await violated(files)).toContain('pure-kernel')
  })

  it('finds cycles, even of types', async () => {
    const files = {
      'src/platform/a.ts': "import type { B } from './b.ts'\nexport interface A { b: B }\n",
      'src/platform/b.ts': "import type { A } from './a.ts'\nexport interface B { a: A }\n",
    }
    expect(await violated(files)).toContain('no-cycles')
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
