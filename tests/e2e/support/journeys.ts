/** Steps of searching for a journey and naming passengers, for browser tests. */
import type { Visitor } from './visitor.ts'

/** Types a place and takes the first suggestion by keyboard. */
export async function choosePlace({ page, words }: Visitor, field: 'from' | 'to', text: string) {
  const box = page.getByRole('combobox', { name: words('transport', field), exact: true })
  await box.fill(text)
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await box.press('Enter')
}

/** Links that choose a departure in a list. */
export function journeys({ page, locale }: Visitor) {
  const name = locale === 'ka' ? /^არჩევა: \d/ : /^Choose \d/
  return page.getByRole('link', { name })
}

export interface Person {
  readonly given: string
  readonly family: string
  readonly birth: string
  readonly number: string
}

/** Fills in all requested fields of the n-th passenger. */
export async function fillPassenger(
  { page, words, locale }: Visitor,
  index: number,
  person: Person,
) {
  const box = page
    .locator('fieldset', { has: page.locator('input[name$=".givenName"]') })
    .nth(index)
  await box.getByLabel(words('orders', 'passenger_givenName')).fill(person.given)
  await box.getByLabel(words('orders', 'passenger_familyName')).fill(person.family)
  for (const [name, value] of [
    ['nameKa', 'ნინო ბერიძე'],
    ['birthDate', person.birth],
    ['documentNumber', person.number],
  ] as const) {
    const field = box.locator(`input[name$=".${name}"]`)
    if ((await field.count()) > 0) await field.fill(value)
  }
  const nationality = box.locator('select[name$=".nationality"]')
  if ((await nationality.count()) > 0)
    await nationality.selectOption({ label: locale === 'ka' ? 'საქართველო' : 'Georgia' })
  const kind = box.locator('select[name$=".documentKind"]')
  if ((await kind.count()) > 0) await kind.selectOption({ index: 1 })
}
