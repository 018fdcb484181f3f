import { readDirectory, type Directory } from '#modules/catalogue/server/public-api.ts'
import { fail, ok } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { tableFile } from '#platform/tables/table-file.ts'
import {
  changeOfficeEvent,
  changeOfficeShow,
  exportExtras,
  exportProgrammeCsv,
  exportProgrammeJson,
  getOfficeEvent,
  listOfficeEvents,
  readNames,
} from '../contract.ts'
import { changeEvent, changeShow } from './commands/change-event.ts'
import { exportProgramme } from './queries/export-programme.ts'
import { exportTable } from './queries/programme-table.ts'
import { exportExtras as exportExtrasTable } from './queries/export-extras.ts'
import { findEvent, listEvents } from './queries/office-events.ts'

/** Calls that list the programme with its sales and edit it by hand. */
export const officeRoutes: readonly Implementation[] = [
  implement(readNames, requireOperator, async (context) => {
    const { merchants, subcategories, venues } = await readDirectory(context)
    const named = (list: Directory['venues'] | Directory['merchants']) =>
      list.map(({ slug, name }) => ({ slug, name: { ...name } }))
    return ok({
      organisers: named(merchants),
      subcategories: subcategories.map(({ slug, name, categoryName }) => ({
        slug,
        name: { ka: `${categoryName.ka}: ${name.ka}`, en: `${categoryName.en}: ${name.en}` },
      })),
      venues: named(venues),
    })
  }),
  implement(listOfficeEvents, requireOperator, async (context, { query }) =>
    ok(await listEvents(context, query)),
  ),
  implement(getOfficeEvent, requireOperator, (context, { params }) =>
    read(context, params.eventId),
  ),
  implement(changeOfficeEvent, requireOperator, async (context, { params, body }) => {
    const changed = await changeEvent(context, params.eventId, body)
    return changed.ok ? read(context, params.eventId) : changed
  }),
  implement(changeOfficeShow, requireOperator, async (context, { params, body }) => {
    const changed = await changeShow(context, params.showId, body)
    return changed.ok ? ok({ changed: true as const, ...changed.value }) : changed
  }),
  implement(exportProgrammeJson, requireOperator, async (context) =>
    ok({
      contentType: 'application/json; charset=utf-8',
      content: JSON.stringify(await exportProgramme(context), null, 2),
      filename: 'programme.json',
    }),
  ),
  implement(exportProgrammeCsv, requireOperator, async (context, { query }) =>
    ok(tableFile(query.format, 'programme', [await exportTable(context)])),
  ),
  implement(exportExtras, requireOperator, async (context, { query: { format, ...query } }) => {
    const sheet = await exportExtrasTable(context, query)
    return sheet.ok ? ok(tableFile(format, 'answers', [sheet.value])) : sheet
  }),
]

async function read(context: Context, eventId: number) {
  const event = await findEvent(context, eventId)
  return event ? ok(event) : fail('NotFound')
}
