import { fail, ok } from '#kernel/result.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, implementLarge, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../pages-contract.ts'
import { discardDraft, makePage, publishPage, savePage } from './commands/write-page.ts'
import { readPicture, sendPicture } from './pictures.ts'
import { preparation } from './prepare-picture.ts'
import { listPages, readPage } from './queries/office-pages.ts'

/** The operators' calls for campaign pages. */
export const pageRoutes: readonly Implementation[] = [
  implement(calls.operatorPages, requireOperator, async (context) =>
    ok({ items: await listPages(context) }),
  ),
  implement(calls.operatorPage, requireOperator, async (context, { params }) => {
    const page = await readPage(context, params.pageId)
    return page ? ok(page) : fail('NotFound')
  }),
  implement(calls.operatorPageMake, requireOperator, (context, { body }) =>
    makePage(context, body),
  ),
  implement(calls.operatorPageSave, requireOperator, (context, { params, body }) =>
    savePage(context, { ...params, ...body }),
  ),
  implement(calls.operatorPagePublish, requireOperator, (context, { params, body }) =>
    publishPage(context, {
      ...params,
      version: body.version,
      at: body.at === null ? null : new Date(body.at),
    }),
  ),
  implement(calls.operatorPageDiscard, requireOperator, (context, { params, body }) =>
    discardDraft(context, { ...params, ...body }),
  ),
  implementLarge(calls.operatorPictureSend, requireOperator, preparation, (context, { body }) =>
    sendPicture(context, Buffer.from(body.picture)),
  ),
  implement(calls.frontPicture, async (context, { params }) => {
    const content = await readPicture(context, params.digest)
    return content ? ok({ contentType: 'image/webp', content }) : fail('NotFound')
  }),
]
