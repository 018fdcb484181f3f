/** Feature switches: what callers learn of them, and how an operator throws them and says for whom. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, text, wholeNumber } from '#contract/fields.ts'
import { locales } from '#kernel/locale.ts'

/** Switches that the shop itself asks for; an operator may make others, for banners. One that was never thrown is off. */
export const switchKeys = [
  'railway-maintenance',
  'omnibus-maintenance',
  'ortachala-maintenance',
  'georgianbus-maintenance',
  'citybus-maintenance',
  'metrogeorgia-maintenance',
  'rugby-gift',
  'basketball-banner',
] as const

export const ownSwitches = defineCall({
  id: 'own-switches',
  area: 'own',
  method: 'GET',
  path: '/v2/switches',
  summary:
    'Feature switches as they are for the caller: notices of maintenance, the gift, the banner',
  credential: 'api-key',
  reply: z.object({ items: z.array(z.object({ key: z.string(), isOn: z.boolean() })) }),
})

/** Whom a switch is on for: every part must fit, and a part that is left out fits everybody. */
const targeting = z
  .strictObject({
    /** Share of callers; the same caller stays inside while it grows. */
    percentage: wholeNumber(0, 100).optional(),
    languages: z.array(z.enum(locales)).min(1).max(locales.length).optional(),
    audience: z.enum(['signed-in']).optional(),
    /** Staff of these organisers only. */
    merchantIds: z.array(identifier).min(1).max(100).optional(),
  })
  .refine((parts) => Object.keys(parts).length > 0, 'Names no part')

const switchKey = z
  .string()
  .max(61)
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/)

const switchView = z.object({
  key: z.string(),
  isOn: z.boolean(),
  /** What it is for, in the operator's words. */
  note: z.string(),
  targeting: z.object({
    percentage: z.number(),
    languages: z.array(z.enum(locales)),
    audience: z.enum(['everyone', 'signed-in']),
    merchantIds: z.array(z.number().int()),
  }),
  changedAt: instant,
})
export type SwitchView = z.output<typeof switchView>

export const operatorSwitches = defineCall({
  id: 'own-operator-switches',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/switches',
  summary: 'All feature switches with whom they are on for, and the organisers that can be named.',
  credential: 'operator',
  reply: z.object({
    items: z.array(switchView),
    merchants: z.array(z.object({ merchantId: z.number().int(), name: z.string() })),
  }),
})

export const operatorSwitchSave = defineCall({
  id: 'own-operator-switch-save',
  area: 'own',
  method: 'PUT',
  path: '/v2/operator/switches/{key}',
  summary:
    'Changes a feature switch or makes one: on or off, for whom (everybody without a targeting), and what it is for.',
  credential: 'operator',
  params: z.object({ key: switchKey }),
  body: z.object({ isOn: flag, note: text(300).default(''), targeting: targeting.optional() }),
  reply: z.object({ key: z.string() }),
  required: ['key', 'body', 'authorization'],
  isForm: true,
})

const switchChange = z.object({
  changeId: z.number().int(),
  at: instant,
  /** Empty: done from the command line. */
  operatorName: z.string(),
  isOn: z.boolean(),
  /** Null: it was thrown, and its targeting stayed. */
  targeting: switchView.shape.targeting.nullable(),
})
export type SwitchChange = z.output<typeof switchChange>

export const operatorSwitchHistory = defineCall({
  id: 'own-operator-switch-history',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/switches/{key}/history',
  summary: 'Who changed a feature switch and how, the newest first, fifty at most.',
  credential: 'operator',
  params: z.object({ key: switchKey }),
  required: ['key', 'authorization'],
  reply: z.object({ items: z.array(switchChange) }),
})
