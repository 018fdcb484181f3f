/** Feature switches: their state for callers, and their management and targeting by operators. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, text, wholeNumber } from '#contract/fields.ts'
import { locales } from '#kernel/locale.ts'

/** Switches that the code evaluates; operators may create others for banners. A switch is off by default. */
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
    'Feature switches as evaluated for the caller: maintenance notices, the gift, the banner',
  credential: 'api-key',
  reply: z.object({ items: z.array(z.object({ key: z.string(), isOn: z.boolean() })) }),
})

/** Audience of a switch: all given conditions must match; absent ones match everybody. */
const targeting = z
  .strictObject({
    /** Percentage of callers; growing it keeps those already included. */
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
  /** Purpose, as entered by an operator. */
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
  summary: 'All feature switches with their targeting, and the organisers that can be selected.',
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
    'Updates or creates a feature switch: on or off, its targeting (everybody when absent), and its purpose.',
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
  /** Empty when it was changed from the command line. */
  operatorName: z.string(),
  isOn: z.boolean(),
  /** Null when the switch was toggled without a change of its targeting. */
  targeting: switchView.shape.targeting.nullable(),
})
export type SwitchChange = z.output<typeof switchChange>

export const operatorSwitchHistory = defineCall({
  id: 'own-operator-switch-history',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/switches/{key}/history',
  summary: 'Change history of a feature switch, newest first, at most fifty entries.',
  credential: 'operator',
  params: z.object({ key: switchKey }),
  required: ['key', 'authorization'],
  reply: z.object({ items: z.array(switchChange) }),
})
