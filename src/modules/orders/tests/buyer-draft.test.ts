/** Goal: what a buyer types is refused before it is sent, and what a tab stored is read only when it is a draft. */
import { expect, test } from 'vitest'
import { problemsOf, readDraft } from '../web/buyer-draft.ts'

const draft = { name: 'Nino', email: 'nino@example.com', phone: '', acceptTerms: true }

test.each([
  ['', 'emailMissing'],
  ['nino', 'emailWrong'],
  ['nino@example', 'emailWrong'],
  ['nino@example.g', 'emailWrong'],
  ['nino@example.', 'emailWrong'],
  ['nino@example.com.', 'emailWrong'],
  ['ni no@example.com', 'emailWrong'],
  [' nino@example.ge ', undefined],
  ['nino@example.co.uk', undefined],
  ['ნინო@მაგალითი.გე', undefined],
])('the email address %j: %s', (email, problem) => {
  expect(problemsOf({ ...draft, email }, { phone: false }).email).toBe(problem)
})

test.each([
  ['', false, undefined],
  ['', true, 'phoneMissing'],
  ['(+995) 555 12 34 56', true, undefined],
  ['call me', false, 'phoneWrong'],
])('the phone %j, needed: %s: %s', (phone, isNeeded, problem) => {
  expect(problemsOf({ ...draft, phone }, { phone: isNeeded }).phone).toBe(problem)
})

test('a stored draft is read whole or not at all', () => {
  const whole = { ...draft, extras: { note: 'a' }, passengers: { '1': 'b' } }
  expect(readDraft(JSON.stringify(draft))).toEqual(draft)
  expect(readDraft(JSON.stringify(whole))).toEqual(whole)
  for (const other of [
    'no JSON',
    'null',
    '"text"',
    '[]',
    JSON.stringify({ ...draft, name: 1 }),
    JSON.stringify({ ...draft, email: null }),
    JSON.stringify({ ...draft, acceptTerms: 'yes' }),
    JSON.stringify({ ...draft, extras: 'text' }),
    JSON.stringify({ ...draft, extras: { note: 1 } }),
    JSON.stringify({ ...draft, passengers: 5 }),
  ])
    expect(readDraft(other), other).toBeNull()
})
