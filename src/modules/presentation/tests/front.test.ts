/**
 * Goal: an operator changes banners, advertising, stories, questions and categories, and the shop shows them; invalid
 * targets are refused. Method: the calls on the demo's database, then those of shoppers.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#platform/context.ts'
import * as calls from '../front-contract.ts'
import { presentationAds, storiesList } from '../contract.ts'
import { openPresentationEnv, type PresentationEnv } from './support.ts'

let env: PresentationEnv
let operator: { readonly actor: Actor }
beforeAll(async () => {
  env = await openPresentationEnv()
  const id = env.context.random.uuid()
  await env.context.db.insertInto('customer').values({ id, email: 'front@example.com' }).execute()
  operator = {
    actor: { kind: 'customer', sessionId: 'office', customerId: id, isOperator: true },
  }
})
afterAll(() => env.close())

const front = () => env.reply(calls.operatorFront, {}, operator)
const words = (text: string) => ({ ka: `${text} ქა`, en: text })

test('an advertisement is created, changed, scheduled and deleted', async () => {
  const { shows } = await front()
  const body = {
    placement: 'home' as const,
    categoryId: null,
    advertiser: words('Payer'),
    title: words('A new way'),
    text: words('To the sea.'),
    picture: { url: '/v2/front-pictures/aa.webp', width: 900, height: 600 },
    showId: shows[0]!.showId,
    address: null,
    theme: null,
    weight: 1,
    position: 1,
    switchKey: null,
    showsFrom: null,
    showsUntil: null,
  }
  const { billboardId } = await env.reply(calls.operatorBillboardSave, { body }, operator)
  const titles = async () => {
    env.clearCaches()
    return (await env.reply(presentationAds)).items.map(({ title }) => title)
  }
  expect(await titles()).toContain('A new way')
  const soon = new Date(env.context.clock.now().getTime() + 5_000).toISOString()
  const later = { ...body, billboardId, version: 1, showsFrom: soon }
  await env.reply(calls.operatorBillboardSave, { body: later }, operator)
  expect(await titles()).not.toContain('A new way')
  env.context.clock.advance(6)
  expect(await titles()).toContain('A new way')
  const remove = { body: { kind: 'billboard' as const, id: billboardId } }
  await env.reply(calls.operatorFrontRemove, remove, operator)
  expect(await titles()).not.toContain('A new way')
  const refused = (change: object) =>
    env.refusalAs(calls.operatorBillboardSave, { body: { ...body, ...change } }, operator)
  expect(await refused({ address: '/faq' })).toBe('BadRequest')
  expect(await refused({ showId: 999_999 })).toBe('NotFound')
  expect(await refused({ switchKey: 'no-such-switch' })).toBe('NotFound')
  expect(await refused({ showsFrom: soon, showsUntil: soon })).toBe('BadRequest')
})

test('a refusal names the field that it is about', async () => {
  const soon = env.context.clock.now().toISOString()
  const advertisement = {
    placement: 'home' as const,
    categoryId: null,
    advertiser: null,
    title: words('A new way'),
    text: words('To the sea.'),
    picture: null,
    showId: null,
    address: '/faq',
    theme: null,
    weight: 1,
    position: 1,
    switchKey: null,
    showsFrom: null,
    showsUntil: null,
  }
  const fieldsOf = (change: object) =>
    env.refusedFields(
      calls.operatorBillboardSave,
      { body: { ...advertisement, ...change } },
      operator,
    )
  expect(await fieldsOf({ address: null })).toEqual(['body.address'])
  expect(await fieldsOf({ showsFrom: soon, showsUntil: soon })).toEqual(['body.showsUntil'])
  expect(await fieldsOf({ title: { ka: 'ქ', en: '' } })).toEqual(['body.title.en'])
})

test('a banner with several picture sizes keeps them until another picture is chosen', async () => {
  const { billboards } = await front()
  const { isRunning: _isRunning, ...body } = billboards.find(({ picture }) => picture !== null)!
  const images = async () =>
    (
      await env.context.db
        .selectFrom('billboard')
        .select('images')
        .where('id', '=', body.billboardId)
        .executeTakeFirstOrThrow()
    ).images
  const before = await images()
  await env.reply(calls.operatorBillboardSave, { body }, operator)
  expect(await images()).toEqual(before)
  const picture = { url: '/v2/front-pictures/bb.webp', width: 10, height: 5 }
  await env.reply(
    calls.operatorBillboardSave,
    { body: { ...body, version: body.version + 1, picture } },
    operator,
  )
  expect(await images()).toMatchObject({ big: picture, horizontal: picture })
})

test('a story keeps the views of its remaining items; its name is unique', async () => {
  const { stories } = await front()
  const [first, second] = stories
  const { isRunning: _isRunning, ...story } = first!
  await env.context.db
    .updateTable('story_item')
    .set({ view_count: 7 })
    .where('id', '=', story.items[0]!.storyItemId)
    .execute()
  const { storyItemId: _id, ...copy } = story.items[1]!
  const items = [{ ...copy, title: words('Fresh') }, story.items[0]!]
  await env.reply(calls.operatorStorySave, { body: { ...story, items } }, operator)
  env.clearCaches()
  const shown = (await env.reply(storiesList)).items.find(({ slug }) => slug === story.slug)
  expect(shown?.items.map(({ title, viewCount }) => [title, viewCount])).toEqual([
    ['Fresh', 0],
    [story.items[0]!.title.en, 7],
  ])
  const refused = (body: object) => {
    const saved = { ...body, version: story.version + 1 }
    return env.refusalAs(calls.operatorStorySave, { body: saved }, operator)
  }
  expect(await refused({ ...story, slug: second!.slug, items })).toBe('PageAddressTaken')
  expect(
    await refused({ ...story, items: [{ ...copy, storyItemId: second!.items[0]!.storyItemId }] }),
  ).toBe('NotFound')
  expect(await refused({ ...story, items: [{ ...copy, showId: 1, address: '/faq' }] })).toBe(
    'BadRequest',
  )
})

test('questions and categories are changed, and every change is logged', async () => {
  const question = { question: words('May I?'), answer: words('You may.'), position: 1 }
  const { faqId } = await env.reply(calls.operatorQuestionSave, { body: question }, operator)
  const changed = { ...question, faqId, version: 1, answer: words('You may not.') }
  await env.reply(calls.operatorQuestionSave, { body: changed }, operator)
  expect((await front()).questions.find((one) => one.faqId === faqId)?.answer.en).toBe(
    'You may not.',
  )
  const remove = { body: { kind: 'question' as const, id: faqId } }
  await env.reply(calls.operatorFrontRemove, remove, operator)
  expect(await env.refusalAs(calls.operatorFrontRemove, remove, operator)).toBe('NotFound')
  const [{ slug: _slug, ...category } = undefined!] = (await front()).categories
  const hidden = { ...category, name: words('Renamed'), status: 'Inactive' as const }
  await env.reply(calls.operatorCategorySave, { body: hidden }, operator)
  expect(
    (await front()).categories.find(({ categoryId }) => categoryId === category.categoryId),
  ).toMatchObject({ name: { en: 'Renamed' }, status: 'Inactive' })
  const log = await env.context.db
    .selectFrom('operator_log')
    .select('subject')
    .where('action', 'in', ['presentation.save-front', 'presentation.remove-front'])
    .execute()
  expect(log.map(({ subject }) => subject)).toContain(`question ${faqId}`)
  expect(log.map(({ subject }) => subject)).toContain(`category ${category.categoryId}`)
})

test('what somebody else has changed meanwhile is not overwritten', async () => {
  const { billboards, stories, questions, categories } = await front()
  const [billboard, story, question, category] = [
    billboards[0]!,
    stories[0]!,
    questions[0]!,
    categories[0]!,
  ]
  const saves = [
    [calls.operatorBillboardSave, billboard],
    [calls.operatorStorySave, story],
    [calls.operatorQuestionSave, question],
    [calls.operatorCategorySave, category],
  ] as const
  for (const [call, read] of saves) {
    const refusal = (body: object) => env.refusalAs(call, { body: body as never }, operator)
    await env.reply(call, { body: read as never }, operator)
    expect(await refusal(read), call.id).toBe('PageChanged')
    expect(await refusal({ ...read, version: undefined }), call.id).toBe('BadRequest')
    await env.reply(call, { body: { ...read, version: read.version + 1 } as never }, operator)
  }
})
