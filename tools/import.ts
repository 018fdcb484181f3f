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
import { readConfig } from '#platform/config.ts'
import { noJobs } from '#platform/jobs/no-jobs.ts'
import { systemClock, systemRandom, type Context } from '#platform/context.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import { startPostgres } from '#platform/postgres/start-postgres.ts'

/**
 * `npm run import -- <file…> [--dry-run] [--source <name>] [--organiser <slug>] [--subcategory <slug>] [--json]`:
 * the same import as in the back office. Ends with 0 when all is well, 1 when something is wrong with the files,
 * 2 when it was asked wrongly.
 */
const usage =
  'npm run import -- <file…> [--dry-run] [--source <name>] [--organiser <slug>] [--subcategory <slug>] [--json]'

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        source: { type: 'string', default: 'command-line' },
        organiser: { type: 'string' },
        subcategory: { type: 'string' },
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
  const files = await Promise.all(
    asked.files.map(async (file) => ({
      name: path.basename(file),
      content: await readFile(file, 'utf8'),
    })),
  )
  const config = readConfig(process.env)
  const postgres = config.DATABASE_URL
    ? undefined
    : await startPostgres({ dataDirectory: path.resolve(config.DATA_DIR, 'postgres') })
  const url = config.DATABASE_URL ?? postgres?.url ?? ''
  const db = openDatabase(openPool({ url, connectionsMax: 2, applicationName: 'bileti-import' }))
  try {
    const { organiser, subcategory, source } = asked
    const request = { files, source, defaults: { organiser, subcategory } }
    const context = contextOf(db, config.PUBLIC_ORIGIN)
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
  } finally {
    await db.destroy()
    await postgres?.stop()
  }
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
