import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import type { BenchFigure } from './figures.ts'

const file = new URL('./RESULTS.md', import.meta.url)

/** The outcome of a part. */
export interface PartOutcome {
  readonly title: string
  readonly figures: readonly BenchFigure[]
  readonly seconds: number
  /** Why there are no figures. */
  readonly failure?: string
}

const loadAtStart = os.loadavg()

/** Updates the table with the completed parts; manually written text below it, from its first heading, is kept. */
export async function writeResults(outcomes: readonly PartOutcome[]): Promise<void> {
  const known = await readFile(file, 'utf8')
  const notes = known.indexOf('\n## ')
  const [processor] = os.cpus()
  const load = loadAtStart.map((value) => value.toFixed(1)).join(', ')
  const table = [
    '| What | Measured | Beside it, same run | Ratio | Target | Met |',
    '| --- | ---: | --- | ---: | --- | --- |',
    ...outcomes.flatMap(rows),
  ].join('\n')
  await writeFile(
    file,
    `# What was measured

One run of \`npm run bench\`, ${new Date().toISOString().slice(0, 10)}: ${processor?.model ?? 'unknown processor'}, ${os.cpus().length} cores,
${(os.totalmem() / 2 ** 30).toFixed(0)} GB, ${os.type()} ${os.release()}, Node ${process.versions.node}, PostgreSQL 18 embedded with fsync on. The load generators
share the machine. Load when it began: ${load}.

${table}
${notes < 0 ? '' : known.slice(notes)}`,
  )
}

function rows(outcome: PartOutcome): string[] {
  if (outcome.failure !== undefined)
    return [`| ${outcome.title} | | | | | **${outcome.failure}** |`]
  return outcome.figures.map((figure) => {
    const beside = figure.baseline ? `${figure.baseline.name}: ${shown(figure.baseline.value)}` : ''
    const met = figure.met === undefined ? '' : figure.met ? 'yes' : '**no**'
    const name = figure.note ? `${figure.name}<br><small>${figure.note}</small>` : figure.name
    return `| ${name} | ${shown(figure.value)} ${figure.unit} | ${beside} | ${figure.ratio?.toFixed(2) ?? ''} | ${figure.target ?? ''} | ${met} |`
  })
}

/** Prints a completed part. */
export function formatFigure(outcome: PartOutcome): string {
  const lines = outcome.figures.map(
    (figure) =>
      `  ${figure.met === false ? '✗' : '✓'} ${figure.name}: ${shown(figure.value)} ${figure.unit}${figure.ratio ? ` (${figure.ratio.toFixed(2)}×)` : ''} ${figure.note ?? ''}`,
  )
  if (outcome.failure !== undefined) lines.push(`  ✗ ${outcome.failure}`)
  return [`${outcome.title} (${outcome.seconds.toFixed(0)} s)`, ...lines].join('\n')
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })
}
