import { bundleSize, scriptBudgets } from '../tools/bundle-size.ts'
import type { BenchFigure } from './figures.ts'

/** Compressed size of a first page's scripts, as built. */
export async function benchScripts(): Promise<BenchFigure[]> {
  return Promise.all(
    Object.entries(scriptBudgets).map(async ([route, budget]) => {
      const { total } = await bundleSize(route)
      return {
        name: `script of a first page, gzip (${route})`,
        value: total / 1000,
        unit: 'KB',
        target: `under ${budget / 1000}`,
        met: total < budget,
      }
    }),
  )
}
