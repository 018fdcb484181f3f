import { sql } from 'kysely'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { importCatalogue } from '../server/commands/import-catalogue.ts'
import { planImport, type ImportPlan } from '../server/import/plan.ts'
import type { ImportFile } from '../server/import/read-files.ts'

/** A shop with one existing event, whose venue, organiser and layout files may refer to. */
export interface OperatorEnv {
  readonly context: TestContext
  readonly made: MadeEvent
  /** Slugs of the venue, the subcategory and the organiser. */
  readonly venue: string
  readonly subcategory: string
  readonly organiser: string
  plan(...files: ImportFile[]): Promise<ImportPlan>
  /** Plans and applies; throws when it is refused. */
  apply(...files: ImportFile[]): Promise<ImportPlan>
  close(): Promise<void>
}

export async function openOperatorEnv(): Promise<OperatorEnv> {
  const database = await testDatabase()
  const context = await openTestContext(database.url)
  const made = await makeEvent(context)
  await sql`update venue set capacity = 1000`.execute(context.db)
  const request = (files: readonly ImportFile[]) => ({ files, source: 'box-office', defaults: {} })
  const plan = (...files: ImportFile[]) => planImport(context, request(files))
  return {
    context,
    made,
    venue: `venue-${made.showId}`,
    subcategory: `subcategory-${made.showId}`,
    organiser: `merchant-${made.merchantId}`,
    plan,
    async apply(...files) {
      const { digest } = await plan(...files)
      const subject = 'import test'
      const result = await importCatalogue(context, request(files), {
        expectedDigest: digest,
        subject,
      })
      if (!result.ok)
        throw new Error(`${result.code}: ${JSON.stringify((await plan(...files)).report)}`)
      return result.value
    },
    async close() {
      await context.close()
      await database.drop()
    },
  }
}

/** Problems of a plan as `column code`, in order. */
export function problemsOf(plan: ImportPlan): string[] {
  return plan.report.flatMap((item) =>
    item.problems.map((problem) => `${item.place.at} ${problem.column ?? '-'} ${problem.code}`),
  )
}

export function csv(name: string, ...lines: string[]): ImportFile {
  return { name, content: lines.join('\r\n') }
}

export function json(name: string, value: unknown): ImportFile {
  return { name, content: JSON.stringify(value) }
}
