/** Blocks of a campaign page as operators write them: in both languages, and validated as a whole. */
import { z } from 'zod'
import { instant, text } from '#contract/fields.ts'

/** Both languages or neither. */
const optionalText = (most: number) => z.object({ ka: text(most), en: text(most) })
const requiredText = (most: number) => z.object({ ka: text(most, 1), en: text(most, 1) })

/** A path of the shop without a language, or a URL of another site. */
const target = z
  .string()
  .max(300)
  .regex(/^(\/(?![/\\])[^\s\\]*|https:\/\/[^\s"'<>\\]+)$/)

const picture = z.string().regex(/^\/(media|v2\/front-pictures)\/[A-Za-z0-9/._-]{1,200}$/)

const way = z.object({ path: target, text: requiredText(80) })
const slug = z.string().regex(/^[a-z0-9-]{1,100}$/)
const own = { id: z.string().regex(/^[a-z0-9-]{1,20}$/) }

export const campaignBlock = z.discriminatedUnion('type', [
  z.object({
    ...own,
    type: z.literal('hero'),
    title: requiredText(120),
    text: optionalText(400),
    image: picture.nullable(),
    way: way.nullable(),
  }),
  z.object({
    ...own,
    type: z.literal('text'),
    title: optionalText(160),
    paragraphs: z.array(requiredText(3_000)).max(20),
    points: z.array(requiredText(600)).max(30),
    way: way.nullable(),
  }),
  z.object({
    ...own,
    type: z.literal('shows'),
    title: optionalText(160),
    slugs: z.array(slug).min(1).max(24),
  }),
  z.object({
    ...own,
    type: z.literal('carousel'),
    title: requiredText(160),
    slides: z
      .array(
        z.object({
          title: requiredText(120),
          text: optionalText(300),
          image: picture.nullable(),
          path: target,
        }),
      )
      .min(1)
      .max(12),
  }),
  z.object({
    ...own,
    type: z.literal('faq'),
    title: optionalText(160),
    faqIds: z.array(z.number().int().positive()).min(1).max(30),
  }),
  z.object({
    ...own,
    type: z.literal('countdown'),
    title: requiredText(160),
    until: instant,
    /** Shown once the countdown has ended. */
    after: requiredText(300),
  }),
  z.object({
    ...own,
    type: z.literal('banner'),
    title: requiredText(120),
    text: optionalText(300),
    image: picture.nullable(),
    path: target,
  }),
  z.object({
    ...own,
    type: z.literal('questions'),
    title: optionalText(160),
    items: z
      .array(z.object({ question: requiredText(300), answer: requiredText(3_000) }))
      .min(1)
      .max(40),
  }),
])
export type CampaignBlock = z.output<typeof campaignBlock>

export const blocksMax = 40

/** One edition of a page: everything but its path. */
export const campaignEdition = z.object({
  title: requiredText(160),
  summary: optionalText(400),
  theme: z.enum(['light', 'dark', 'partner']).nullable(),
  hidesHeader: z.boolean(),
  hidesFooter: z.boolean(),
  /** Reachable by a link only. */
  isOutOfMenu: z.boolean(),
  /** Display period of the page; null for an open end. */
  showsFrom: instant.nullable(),
  showsUntil: instant.nullable(),
  blocks: z.array(campaignBlock).max(blocksMax),
})
export type CampaignEdition = z.output<typeof campaignEdition>
