/**
 * Goal: a rule whose ticket types are chosen by name is stored in the format of its kind. Method: the form's draft and
 * settings, which only rearrange them.
 */
import { expect, test } from 'vitest'
import { ruleKinds, ruleSettings } from '#modules/sale-rules/contract.ts'
import { draftOf, settingsOf } from '../web/settings-draft.ts'

test.each([
  [
    'ticket-type-groups',
    {
      isOneEach: true,
      exclusive: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
  ['access-code', { keeps: 'parts', ticketTypeIds: [5], zones: ['a'] }],
  ['access-code', { keeps: 'everything' }],
  ['hidden-weekdays', { weekdays: [1] }],
] as const)('%s keeps its settings', (kind, settings) => {
  const draft = draftOf(kind, settings)
  expect(draft.text).not.toMatch(/exclusive|ticketTypeIds/)
  expect(settingsOf(kind, draft)).toEqual(settings)
  expect(ruleSettings[kind].safeParse(settingsOf(kind, draft)).success).toBe(true)
})

test('chosen types become the numbers of the settings, and empty groups are left out', () => {
  const groups = draftOf('ticket-type-groups', { isOneEach: false, exclusive: [] })
  const exclusive = [[7, 8], []]
  expect(settingsOf('ticket-type-groups', { ...groups, exclusive })).toEqual({
    isOneEach: false,
    exclusive: [[7, 8]],
  })
  const code = draftOf('access-code', { keeps: 'parts', ticketTypeIds: [1] })
  expect(settingsOf('access-code', { ...code, ticketTypeIds: [] })).toEqual({ keeps: 'parts' })
})

test.each(ruleKinds)('%s has no settings while its JSON is none', (kind) => {
  expect(settingsOf(kind, { ...draftOf(kind, {}), text: '{' })).toBeUndefined()
})
