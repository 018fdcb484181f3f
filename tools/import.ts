import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import {
  describeProblem,
  importCatalogue,
  planImport,
  type ImportPlan,
} from '#modules/operator/server/public-api.ts'
import { importFeed, type FeedReport } from '#modules/timetable/server/public-api.ts'
import {
  importAnswers,
  type ImportAnswers,
  type SoldRun,
} from '#modules/timetable/feed-contract.ts'
import { brands, type Brand } from '#modules/timetable/shapes.ts'
import { readConfig } from '#platform/config.ts'
import { decodeText } from '#kernel/decode-text.ts'
import { noJobs } from '#platform/jobs/no-jobs.ts'
import { systemClock, systemRandom, type Context } from '#platform/context.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import { startPostgres } from '#platform/postgres/start-postgres.ts'

/**
 * `npm run import -- <file…> [--dry-run] [--source <name>] [--organiser <slug>] [--subcategory <slug>] [--json]`:
 * the same import as in the back office. A `.zip` is a carrier's GTFS feed: `npm run import -- <feed.zip>
 * --organiser <slug> [--brand <brand>] [--source <name>] [--missing keep|cancel] [--unsure move|keep|cancel]
 * [--run <id>=move|keep|cancel]… [--dry-run] [--json]`; the last three say what becomes of departures with passengers
 * that the feed no longer has or has in doubt: without an answer they stay on sale as they were sold. Exits with 0 on success, 1 on
 * errors in the files, 2 on invalid arguments.
 */
const usage =
  'npm run import -- <file…> [--dry-run] [--source <name>] [--organiser <slug>] [--subcategory <slug>] [--json]\n' +
  'npm run import -- <feed.zip> --organiser <slug> [--brand <brand>] [--source <name>] [--missing keep|cancel] ' +
  '[--unsure move|keep|cancel] [--run <id>=move|keep|cancel]… [--dry-run] [--json]'

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        source: { type: 'string', default: 'command-line' },
        organiser: { type: 'string' },
        subcategory: { type: 'string' },
        brand: { type: 'string', default: 'omnibus' },
        missing: { type: 'string' },
        unsure: { type: 'string' },
        run: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
      },
    })
    if (positionals.length > 0) return { ...values, files: positionals }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  }
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}

async function main(): Promise<number> {
  const asked = readArguments()
  const [feed, ...others] = asked.files.filter((file) => file.endsWith('.zip'))
  if (feed !== undefined) {
    const brand = brands.find((one) => one === asked.brand)
    const { missing, unsure, run } = asked
    const answers = importAnswers.safeParse({
      ...(missing !== undefined && { missing }),
      ...(unsure !== undefined && { unsure }),
      ...(run.length > 0 && {
        runs: run.map((one) => {
          const [runId, answer] = one.split('=')
          return { runId: Number(runId), answer }
        }),
      }),
    })
    const isWrong = others.length > 0 || asked.files.length > 1 || !answers.success
    if (isWrong || !brand || !asked.organiser) {
      process.stderr.write(`${usage}\n`)
      return 2
    }
    const request = {
      ...asked,
      file: feed,
      brand,
      organiser: asked.organiser,
      answers: Object.keys(answers.data).length > 0 ? answers.data : undefined,
    }
    return withContext((context) => bringFeed(context, request))
  }
  const files = await Promise.all(
    asked.files.map(async (file) => ({
      name: path.basename(file),
      content: decodeText(await readFile(file)),
    })),
  )
  return withContext(async (context) => {
    const { organiser, subcategory, source } = asked
    const request = { files, source, defaults: { organiser, subcategory } }
    const plan = await planImport(context, request)
    say(plan, asked.json)
    if (plan.counts.bad > 0 || asked['dry-run']) return plan.counts.bad > 0 ? 1 : 0
    const result = await importCatalogue(context, request, {
      expectedDigest: plan.digest,
      subject: files.map((file) => file.name).join(', '),
      progress: async (done, total) => {
        if (!asked.json) process.stderr.write(`${done} / ${total}\n`)
      },
    })
    if (!result.ok) process.stderr.write(`${result.code}\n`)
    else if (!asked.json) process.stdout.write('Imported.\n')
    return result.ok ? 0 : 1
  })
}

/** Runs the work on the configured database; starts the embedded one if the shop does not run. */
async function withContext(work: (context: Context) => Promise<number>): Promise<number> {
  const config = readConfig(process.env)
  const postgres = config.DATABASE_URL
    ? undefined
    : await startPostgres({ dataDirectory: path.resolve(config.DATA_DIR, 'postgres') })
  const url = config.DATABASE_URL ?? postgres?.url ?? ''
  const db = openDatabase(openPool({ url, connectionsMax: 2, applicationName: 'bileti-import' }))
  try {
    return await work(contextOf(db, config.PUBLIC_ORIGIN))
  } finally {
    await db.destroy()
    await postgres?.stop()
  }
}

const rowsPerLine = 100_000

async function bringFeed(
  context: Context,
  asked: {
    readonly file: string
    readonly source: string
    readonly brand: Brand
    readonly organiser: string
    readonly answers: ImportAnswers | undefined
    readonly 'dry-run': boolean
    readonly json: boolean
  },
): Promise<number> {
  let [said, last] = [0, '']
  try {
    const report = await importFeed(
      context,
      {
        name: asked.source === 'command-line' ? path.basename(asked.file, '.zip') : asked.source,
        packed: { [Symbol.asyncIterator]: () => createReadStream(asked.file).iterator() },
        brand: asked.brand,
        organiser: asked.organiser,
        isDryRun: asked['dry-run'],
        answers: asked.answers,
      },
      async (step, done, total) => {
        if (asked.json || (step === last && done - said < rowsPerLine && done !== total)) return
        said = done
        last = step
        process.stderr.write(`${step}: ${done}${total === null ? ' rows' : ` / ${total}`}\n`)
      },
    )
    sayFeed(report, asked.json)
    return report.errors > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

function sayFeed(report: FeedReport, asJson: boolean): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
    return
  }
  for (const { severity, code, file, line, field, value } of report.notices) {
    const place = [file, line].filter((part) => part !== null).join(':')
    const about = [field, value].filter((part) => part !== null).join(' ')
    process.stdout.write(`${place}: ${severity} ${code}${about === '' ? '' : `: ${about}`}\n`)
  }
  for (const { file, code, count } of report.noticeCounts) {
    const shown = report.notices.filter((one) => one.file === file && one.code === code).length
    if (count > shown) process.stdout.write(`${file}: ${code}: ${count} in all\n`)
  }
  for (const run of report.soldRuns) process.stdout.write(`${sayRun(run)}\n`)
  if (report.isSame) {
    process.stdout.write('This feed is in already.\n')
    return
  }
  const { added, changed, removed, unchanged, renamed } = report.trips
  const { same, moved, kept, cancelled, asked } = report.soldRunCounts
  process.stdout.write(
    `trips: ${added} new, ${changed} changed, ${removed} removed, ${unchanged} unchanged, ${renamed} only with another id; runs removed: ${report.runsRemoved}\n` +
      `runs with passengers: ${same} the same, ${moved} moved, ${kept} kept as sold, ${cancelled} cancelled, ${asked} need an answer\n`,
  )
  process.stdout.write(
    `${Object.entries(report.changes)
      .map(([what, count]) => `${what}: ${count}`)
      .join(', ')}\n${report.isApplied ? 'Imported.' : 'Nothing was changed.'}\n`,
  )
}

const findings = {
  same: 'is the same train',
  moved: 'is the same train',
  unsure: 'may be another train',
  broken: 'no longer calls at a stop that was sold',
  missing: 'is no longer there',
} as const

const outcomes = {
  moved: 'it is carried over',
  kept: 'it stays on sale as it was sold',
  cancelled: 'it is cancelled, its passengers are refunded',
  asked: 'it stays on sale as it was sold until you answer',
} as const

function sayRun(run: SoldRun): string {
  const { runId, tripId, newTripId, serviceDate, found, minutes, outcome, places } = run
  const moved =
    minutes === 0 ? '' : `, ${Math.abs(minutes)} minutes ${minutes > 0 ? 'later' : 'earlier'}`
  const stops = run.hasOtherStops ? ', other stops' : ''
  const renamed = newTripId === null || newTripId === tripId ? '' : ` (now ${newTripId})`
  const flag = found === 'unsure' ? '--unsure move|keep|cancel' : '--missing keep|cancel'
  const how = outcome === 'asked' ? `: ${flag}, or --run ${runId}=…, with the same file` : ''
  return `run ${runId} of trip ${tripId}${renamed} on ${serviceDate}, ${places} places: ${findings[found]}${moved}${stops}; ${outcomes[outcome]}${how}`
}

function contextOf(db: Context['db'], origin: string): Context {
  return {
    db,
    clock: systemClock,
    random: systemRandom,
    actor: { kind: 'system' },
    locale: 'en',
    log: pino({ level: 'silent' }),
    jobs: noJobs('An import starts no jobs'),
    channel: 'web',
    origin,
  }
}

function say(plan: ImportPlan, asJson: boolean): void {
  if (asJson) {
    const { counts, report, source, digest } = plan
    process.stdout.write(`${JSON.stringify({ source, digest, counts, report }, null, 2)}\n`)
    return
  }
  for (const item of plan.report) {
    for (const problem of item.problems) {
      const place = [item.place.file, item.place.at, problem.column].filter(Boolean).join(':')
      process.stdout.write(`${place}: ${describeProblem('en', problem)}\n`)
    }
    for (const { column, from, to } of item.changes)
      process.stdout.write(`${item.kind} ${item.key}: ${column}: ${from || '-'} → ${to || '-'}\n`)
  }
  const { counts } = plan
  process.stdout.write(
    `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.bad} bad\n`,
  )
}

process.exitCode = await main()
