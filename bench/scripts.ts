import { bundleSize, firstPageBytesMax } from '../tools/bundle-size.ts'
import type { BenchFigure } from './figures.ts'

/** What a first page loads of script, compressed, as it was built. */
export async function benchScripts(): Promise<BenchFigure[]> {
  return Promise.all(
    ['ka:/', 'ka:/shows/:slug', 'ka:/events/:eventId'].map(async (route) => {
      const { total } = await bundleSize(route)
      return {
        name: `script of a first page, gzip (${route})`,
        value: total / 1000,
        unit: 'KB',
        target: `under ${firstPageBytesMax / 1000}`,
        met: total < firstPageBytesMax,
      }
    }),
  )
}
