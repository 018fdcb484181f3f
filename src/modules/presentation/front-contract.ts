/** Calls by which operators edit the home page and the lists: banners, advertising, stories, questions, categories. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, localizedText, text, wholeNumber } from '#contract/fields.ts'

const id = z.number().int()
const requiredText = (most: number) => z.object({ ka: text(most, 1), en: text(most, 1) })
const picture = z.string().regex(/^\/(media|v2\/front-pictures)\/[A-Za-z0-9/._-]{1,200}$/)

/** A path of the shop without a language. */
const address = z
  .string()
  .max(300)
  .regex(/^\/(?![/\\])[^\s\\]*$/)

/** Counts the saves of an entry. */
const version = z.number().int()

/** The version that was edited, for an existing entry; any other current version is refused with `PageChanged`. */
const storedVersion = wholeNumber(1, 2_000_000_000)
const editedVersion = { version: storedVersion.optional() }

const times = { showsFrom: instant.nullable(), showsUntil: instant.nullable() }

const placements = z.enum(['main-banner', 'home', 'list', 'gift'])

/** A picture with its dimensions, so that pages reserve its space before it is loaded. */
const sizedPicture = z.object({
  url: picture,
  width: wholeNumber(1, 20_000),
  height: wholeNumber(1, 20_000),
})

const billboardFields = {
  /** At the top of the home page, in its middle, between the shows of lists, or as the gift. */
  placement: placements,
  /** Shown only in the lists of this category; null for all lists. */
  categoryId: identifier.nullable(),
  /** Null for the shop itself. */
  advertiser: requiredText(120).nullable(),
  title: requiredText(160),
  text: requiredText(400),
  picture: sizedPicture.nullable(),
  /** Target: a show, or a page. */
  showId: identifier.nullable(),
  address: address.nullable(),
  theme: z.enum(['light', 'dark', 'partner']).nullable(),
  weight: wholeNumber(1, 100),
  position: wholeNumber(0, 10_000),
  /** Shown only while this switch is on. */
  switchKey: text(61).nullable(),
  ...times,
}

const storyItemFields = {
  imageUrl: picture,
  title: requiredText(120),
  text: requiredText(400),
  seconds: wholeNumber(2, 30),
  /** Target: a show, a category or a page; at most one. */
  showId: identifier.nullable(),
  categoryId: identifier.nullable(),
  address: address.nullable(),
}

const storyFields = {
  slug: z.string().regex(/^[a-z0-9-]{1,60}$/),
  title: requiredText(80),
  coverUrl: picture,
  position: wholeNumber(0, 10_000),
  ...times,
}

const questionFields = {
  question: requiredText(300),
  answer: requiredText(3_000),
  position: wholeNumber(0, 10_000),
}

const categoryFields = {
  name: requiredText(80),
  position: wholeNumber(0, 10_000),
  status: z.enum(['Active', 'Inactive', 'Pending']),
}

export const operatorFront = defineCall({
  id: 'own-operator-front',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/front',
  summary:
    'All banners, advertising, stories, questions and categories, also those outside their display period.',
  credential: 'operator',
  reply: z.object({
    billboards: z.array(
      z.object({ billboardId: id, version, isRunning: z.boolean(), ...billboardFields }),
    ),
    stories: z.array(
      z.object({
        storyId: id,
        version,
        isRunning: z.boolean(),
        ...storyFields,
        items: z.array(
          z.object({ storyItemId: id, viewCount: z.number().int(), ...storyItemFields }),
        ),
      }),
    ),
    questions: z.array(z.object({ faqId: id, version, ...questionFields })),
    categories: z.array(z.object({ categoryId: id, version, slug: z.string(), ...categoryFields })),
    shows: z.array(z.object({ showId: id, name: localizedText })),
    switchKeys: z.array(z.string()),
  }),
})

type FrontReply = z.output<typeof operatorFront.reply>
export type OfficeBillboard = FrontReply['billboards'][number]
export type OfficeStory = FrontReply['stories'][number]
export type OfficeQuestion = FrontReply['questions'][number]
export type OfficeCategory = FrontReply['categories'][number]

const shared = {
  area: 'own',
  method: 'POST',
  credential: 'operator',
  required: ['body', 'authorization'],
} as const

export const operatorBillboardSave = defineCall({
  ...shared,
  id: 'own-operator-billboard-save',
  path: '/v2/operator/front/billboards',
  summary: 'Updates a banner or an advertisement, or creates one without an id.',
  body: z.object({ billboardId: identifier.optional(), ...editedVersion, ...billboardFields }),
  reply: z.object({ billboardId: id }),
  errors: ['NotFound', 'PageChanged', 'BadRequest'],
})

export const operatorStorySave = defineCall({
  ...shared,
  id: 'own-operator-story-save',
  path: '/v2/operator/front/stories',
  summary: 'Updates a story with its items, or creates one; items that are left out are deleted.',
  body: z.object({
    storyId: identifier.optional(),
    ...editedVersion,
    ...storyFields,
    items: z
      .array(z.object({ storyItemId: identifier.optional(), ...storyItemFields }))
      .min(1)
      .max(20),
  }),
  reply: z.object({ storyId: id }),
  errors: ['NotFound', 'PageAddressTaken', 'PageChanged', 'BadRequest'],
})

export const operatorQuestionSave = defineCall({
  ...shared,
  id: 'own-operator-question-save',
  path: '/v2/operator/front/questions',
  summary: 'Updates a frequent question, or creates one.',
  body: z.object({ faqId: identifier.optional(), ...editedVersion, ...questionFields }),
  reply: z.object({ faqId: id }),
  errors: ['NotFound', 'PageChanged', 'BadRequest'],
})

export const operatorCategorySave = defineCall({
  ...shared,
  id: 'own-operator-category-save',
  path: '/v2/operator/front/categories',
  summary: 'Updates the name, position and state of a category.',
  body: z.object({ categoryId: identifier, version: storedVersion, ...categoryFields }),
  reply: z.object({ categoryId: id }),
  errors: ['NotFound', 'PageChanged', 'BadRequest'],
})

export const operatorFrontRemove = defineCall({
  ...shared,
  id: 'own-operator-front-remove',
  path: '/v2/operator/front/remove',
  summary: 'Deletes a banner, a story or a question permanently.',
  body: z.object({ kind: z.enum(['billboard', 'story', 'question']), id: identifier }),
  reply: z.object({ isRemoved: z.boolean() }),
  errors: ['NotFound'],
})
