/**
 * Goal: an operator writes a page of blocks that is hidden until its publication and outside its display period, and
 * sees its views. Method: the calls on the demo's database with a controlled clock.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#platform/context.ts'
import { ownCampaignPage, ownCampaignSeen } from '../contract.ts'
import type { CampaignEdition } from '../block-shapes.ts'
import * as calls from '../pages-contract.ts'
import { readCampaigns } from '../server/queries/campaign-page.ts'
import { openPresentationEnv, type PresentationEnv } from './support.ts'

let env: PresentationEnv
let operator: { readonly actor: Actor }
beforeAll(async () => {
  env = await openPresentationEnv()
  const id = env.context.random.uuid()
  await env.context.db.insertInto('customer').values({ id, email: 'pages@example.com' }).execute()
  operator = {
    actor: { kind: 'customer', sessionId: 'office', customerId: id, isOperator: true },
  }
})
afterAll(() => env.close())

const words = (text: string) => ({ ka: `${text} ქა`, en: text })
const blocks: CampaignEdition['blocks'] = [
  { id: 'head', type: 'hero', title: words('Summer'), text: words(''), image: null, way: null },
  {
    id: 'about',
    type: 'text',
    title: words('About'),
    paragraphs: [words('Two days by the sea.')],
    points: [],
    way: { path: '/category/concerts', text: words('Concerts') },
  },
  { id: 'on', type: 'shows', title: words('On'), slugs: ['carmen', 'no-such-show'] },
  {
    id: 'row',
    type: 'carousel',
    title: words('Row'),
    slides: [{ title: words('One'), text: words(''), image: null, path: '/faq' }],
  },
  { id: 'ask', type: 'faq', title: words('Ask'), faqIds: [1, 999_999] },
  {
    id: 'count',
    type: 'countdown',
    title: words('Until'),
    until: '2027-06-01T16:00:00.000Z',
    after: words('It is on.'),
  },
  { id: 'gift', type: 'banner', title: words('Gift'), text: words(''), image: null, path: '/' },
  {
    id: 'own',
    type: 'questions',
    title: words('Own'),
    items: [{ question: words('Where?'), answer: words('There.') }],
  },
]

const read = async (path: string, previewKey?: string) => {
  env.clearCaches()
  return env.reply(ownCampaignPage, { query: { path, previewKey } })
}
const isThere = async (path: string) => {
  env.clearCaches()
  return (await env.refusal(ownCampaignPage, { query: { path } })) === 'accepted'
}
const opened = (pageId: number) => env.reply(calls.operatorPage, { params: { pageId } }, operator)

async function make(path: string): Promise<number> {
  const body = { path, titleKa: 'ზაფხული', titleEn: 'Summer' }
  return (await env.reply(calls.operatorPageMake, { body }, operator)).pageId
}

async function save(pageId: number, change: Partial<CampaignEdition>): Promise<number> {
  const { edition, version } = await opened(pageId)
  const body = { version, edition: { ...edition, ...change } }
  return (await env.reply(calls.operatorPageSave, { params: { pageId }, body }, operator)).version
}

const publish = async (pageId: number, at: Date | null = null) => {
  const { version } = await opened(pageId)
  const body = { version, at: at?.toISOString() ?? null }
  return env.reply(calls.operatorPagePublish, { params: { pageId }, body }, operator)
}

test('a page of all blocks is shown with its preview key at once, and to everybody once published', async () => {
  const path = '/summer-2027'
  const pageId = await make(path)
  await save(pageId, { blocks })
  expect(await isThere(path)).toBe(false)
  const { previewKey, state } = await opened(pageId)
  expect(state).toBe('draft')
  const preview = await read(path, previewKey)
  expect(preview.isPreview).toBe(true)
  expect(preview.blocks.map(({ type }) => type)).toEqual(blocks.map(({ type }) => type))
  expect(await env.refusal(ownCampaignPage, { query: { path, previewKey: pageId } })).toBe(
    'BadRequest',
  )
  const stranger = env.context.random.uuid()
  expect(await env.refusal(ownCampaignPage, { query: { path, previewKey: stranger } })).toBe(
    'NotFound',
  )
  expect((await publish(pageId)).state).toBe('live')
  const page = await read(path)
  expect(page.isPreview).toBe(false)
  expect(page.blocks.find(({ type }) => type === 'shows')).toMatchObject({
    shows: [{ path: '/en/shows/carmen' }],
  })
  expect(page.blocks.find(({ type }) => type === 'faq')).toMatchObject({ items: [{}] })
  expect(page.blocks.find(({ type }) => type === 'text')).toMatchObject({
    way: { path: '/en/category/concerts', text: 'Concerts' },
  })
  const campaigns = await readCampaigns({ ...env.context, db: env.context.db.withTables() })
  expect(campaigns.map((campaign) => campaign.path)).toContain(path)
})

test('a draft changes nothing until it is published, and can be discarded', async () => {
  const pageId = await make('/written')
  await publish(pageId)
  await save(pageId, { title: words('Another') })
  expect((await read('/written')).title).toBe('Summer')
  const { version } = await opened(pageId)
  const input = { params: { pageId }, body: { version } }
  await env.reply(calls.operatorPageDiscard, input, operator)
  expect(await opened(pageId)).toMatchObject({
    hasDraft: false,
    edition: { title: { en: 'Summer' } },
  })
})

test('a scheduled draft is published at its time, and later drafts are based on it', async () => {
  const pageId = await make('/planned')
  await publish(pageId)
  await save(pageId, { title: words('Later') })
  const at = new Date(env.context.clock.now().getTime() + 60_000)
  await publish(pageId, at)
  expect((await read('/planned')).title).toBe('Summer')
  expect((await opened(pageId)).publishAt).toBe(at.toISOString())
  env.context.clock.advance(60)
  expect((await read('/planned')).title).toBe('Later')
  expect(await opened(pageId)).toMatchObject({ hasDraft: false, publishAt: null, state: 'live' })
  await save(pageId, { summary: words('Further') })
  expect(await read('/planned')).toMatchObject({ title: 'Later', summary: '' })
})

test('a page is shown only within its display period', async () => {
  const pageId = await make('/timed')
  const now = env.context.clock.now().getTime()
  await save(pageId, {
    showsFrom: new Date(now + 10_000).toISOString(),
    showsUntil: new Date(now + 20_000).toISOString(),
  })
  expect((await publish(pageId)).state).toBe('planned')
  expect(await isThere('/timed')).toBe(false)
  env.context.clock.advance(10)
  expect(await isThere('/timed')).toBe(true)
  env.context.clock.advance(10)
  expect(await isThere('/timed')).toBe(false)
  expect((await opened(pageId)).state).toBe('over')
})

test('refuses stale versions, and paths of the shop and of other pages', async () => {
  const pageId = await make('/shared')
  const { edition, version } = await opened(pageId)
  const input = { params: { pageId }, body: { version, edition } }
  await env.reply(calls.operatorPageSave, input, operator)
  expect(await env.refusalAs(calls.operatorPageSave, input, operator)).toBe('PageChanged')
  for (const path of ['/shared', '/starring', '/shows/new', '/Operator/x'])
    expect(
      await env.refusalAs(
        calls.operatorPageMake,
        { body: { path, titleKa: 'ა', titleEn: 'a' } },
        operator,
      ),
      path,
    ).toBe('PageAddressTaken')
})

test('counts views and clicks by day and block, and ignores unknown ones', async () => {
  const pageId = await make('/counted')
  await save(pageId, { blocks })
  const seen = async (place: string) => {
    env.clearCaches()
    return (await env.reply(ownCampaignSeen, { body: { path: '/counted', place } })).isCounted
  }
  expect(await seen('')).toBe(false)
  await publish(pageId)
  expect([await seen(''), await seen(''), await seen('gift'), await seen('nothing')]).toEqual([
    true,
    true,
    true,
    false,
  ])
  const page = await opened(pageId)
  expect(page.days).toMatchObject([{ views: 2, clicks: 1 }])
  expect(page.pressed).toEqual([{ blockId: 'gift', clicks: 1 }])
  const { items } = await env.reply(calls.operatorPages, {}, operator)
  expect(items.find(({ path }) => path === '/counted')).toMatchObject({ views: 2, clicks: 1 })
})

test('re-encodes pictures and refuses other files', async () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const sent = await env.reply(calls.operatorPictureSend, { body: { picture: png } }, operator)
  expect(sent).toMatchObject({ width: 1, height: 1 })
  const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  expect(await env.refusalAs(calls.operatorPictureSend, { body: { picture } }, operator)).toBe(
    'PictureInvalid',
  )
})

test('a display period that ends before it begins is refused beside its end', async () => {
  const pageId = await make('/ends-too-early')
  const { version, edition } = await opened(pageId)
  const times = { showsFrom: '2027-05-02T10:00:00Z', showsUntil: '2027-05-01T10:00:00Z' }
  const input = { params: { pageId }, body: { version, edition: { ...edition, ...times } } }
  expect(await env.refusedFields(calls.operatorPageSave, input, operator)).toEqual([
    'body.edition.showsUntil',
  ])
})
