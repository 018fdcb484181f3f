import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import { benchCatalogue } from './catalogue.ts'
import { benchEngine } from './engine.ts'
import type { BenchFigure } from './figures.ts'
import { benchHoldsOverHttp } from './holds-over-http.ts'
import { benchLiveMaps } from './live-maps.ts'
import { benchPages } from './pages.ts'
import { benchSeatmap } from './seatmap.ts'
import { openBenchShop } from './shop.ts'
import { benchSearch } from './search.ts'
import { bundleSize, firstPageBytesMax } from '../tools/bundle-size.ts'

/** `npm run bench`: everything measured in one run on one machine, written to bench/RESULTS.md. */
const say = (line: string): void => console.log(line)
const began = performance.now()
const figures: BenchFigure[] = []

say('Holds through the engine, beside pgbench')
figures.push(...(await benchEngine()))
say('Lists over 1,000 and 100,000 events')
figures.push(...(await benchCatalogue()))
say('Search')
figures.push(...benchSearch())
const shop = await openBenchShop(say)
try {
  say('Holds over HTTP')
  figures.push(...(await benchHoldsOverHttp(shop)))
  say('Live maps')
  figures.push(...(await benchLiveMaps(shop)))
  say('Pages')
  figures.push(...(await benchPages(shop)))
  say('The seat map of a stadium')
  figures.push(...(await benchSeatmap(shop)))
} finally {
  await shop.stop()
}
for (const route of ['ka:/', 'en:/events/:eventId']) {
  const { total } = await bundleSize(route)
  figures.push({
    name: `script of a first page, gzip (${route})`,
    value: total / 1000,
    unit: 'KB',
    target: `under ${firstPageBytesMax / 1000}`,
    met: total < firstPageBytesMax,
  })
}

const table = [
  '| What | Measured | Beside it, same run | Ratio | Target | Met |',
  '| --- | ---: | --- | ---: | --- | --- |',
  ...figures.map(row),
].join('\n')
const [processor] = os.cpus()
await writeFile(
  new URL('./RESULTS.md', import.meta.url),
  `# What was measured

One run of \`npm run bench\`, ${new Date().toISOString().slice(0, 10)}: ${processor?.model ?? 'unknown processor'}, ${os.cpus().length} cores,
${(os.totalmem() / 2 ** 30).toFixed(0)} GB, ${os.type()} ${os.release()}, Node ${process.versions.node}, PostgreSQL 18 embedded with fsync on. The load generators
share the machine. Load when it began: ${os
    .loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')}.

${table}
`,
)
for (const figure of figures)
  say(
    `${figure.met === false ? '✗' : '✓'} ${figure.name}: ${shown(figure.value)} ${figure.unit}${figure.ratio ? ` (${figure.ratio.toFixed(2)}×)` : ''} ${figure.note ?? ''}`,
  )
say(`Written to bench/RESULTS.md (${((performance.now() - began) / 1000).toFixed(0)} s)`)

function row(figure: BenchFigure): string {
  const beside = figure.baseline ? `${figure.baseline.name}: ${shown(figure.baseline.value)}` : ''
  const met = figure.met === undefined ? '' : figure.met ? 'yes' : '**no**'
  const name = figure.note ? `${figure.name}<br><small>${figure.note}</small>` : figure.name
  return `| ${name} | ${shown(figure.value)} ${figure.unit} | ${beside} | ${figure.ratio?.toFixed(2) ?? ''} | ${figure.target ?? ''} | ${met} |`
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })
}
