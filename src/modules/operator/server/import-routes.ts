import { z } from 'zod'
import { fail, ok } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, implementLarge, type Implementation } from '#platform/http/implement.ts'
import { tableFile } from '#platform/tables/table-file.ts'
import { catalogueFileSchema } from '../catalogue-file.ts'
import { catalogueFileShape } from '../contract.ts'
import {
  applyImport,
  createImport,
  getImport,
  importProblemsFile,
  listImportItems,
  listImports,
} from '../import-contract.ts'
import { openImport } from './commands/open-import.ts'
import { requestApply } from './commands/request-apply.ts'
import { preparation } from './import/prepare-import.ts'
import { sheetOfProblems } from './import/report-table.ts'
import {
  findImport,
  listLatestImports,
  presentImport,
  readProblemItems,
  readItems,
} from './import-store.ts'

/** Calls for imports: files are checked first, and applied once the operator has seen the planned changes. */
export const importRoutes: readonly Implementation[] = [
  implementLarge(createImport, requireOperator, preparation, async (context, { body }) => {
    const opened = await openImport(context, body)
    return opened.ok ? read(context, opened.value) : opened
  }),
  implement(listImports, requireOperator, async (context) => {
    const rows = await listLatestImports(context, 20)
    return ok({ imports: rows.map((row) => presentImport(context.locale, row)) })
  }),
  implement(getImport, requireOperator, (context, { params }) => read(context, params.importId)),
  implement(listImportItems, requireOperator, async (context, { params, query }) => {
    const row = await findImport(context, params.importId)
    return row ? ok(await readItems(context, row.id, query)) : fail('NotFound')
  }),
  implement(importProblemsFile, requireOperator, async (context, { params, query }) => {
    const row = await findImport(context, params.importId)
    if (!row) return fail('NotFound')
    const sheet = sheetOfProblems(context.locale, await readProblemItems(context, row.id))
    return ok(tableFile(query.format, 'problems', [sheet]))
  }),
  implement(applyImport, requireOperator, async (context, { params, body }) => {
    const requested = await requestApply(context, params.importId, body.digest)
    return requested.ok ? read(context, params.importId) : requested
  }),
  implement(catalogueFileShape, requireOperator, async () => ok(catalogueFileJsonSchema())),
]

async function read(context: Context, importId: string) {
  const row = await findImport(context, importId)
  return row ? ok(presentImport(context.locale, row)) : fail('NotFound')
}

function catalogueFileJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(catalogueFileSchema) }
}
