/** Steps of searching for a journey and naming passengers, for browser tests. */
import { callAs } from './test-data.ts'
import { fillBuyer, payByCard, ticketsLink, type Visitor } from './visitor.ts'

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

interface TicketForRun {
  readonly lineId: number
  readonly rider: string | null
}

/** Buys tickets of a whole run by calls up to the checkout, where they are paid; ends on the page of the order. */
export async function buyJourney(
  visitor: Visitor,
  wanted: {
    readonly runId: number
    readonly stops: number
    /** For each passenger a place or a kind. */
    readonly passengers: readonly object[]
    /** What distinguishes the passenger of a ticket. */
    readonly personOf: (ticket: TicketForRun, index: number) => object
    readonly email: string
  },
): Promise<void> {
  const { page } = visitor
  const { runId, stops, passengers, personOf, email } = wanted
  const segment = { runId, legFrom: 0, legTo: stops - 1, passengers }
  const { orderKey, segments } = await callAs(visitor, '/v2/transport/choose', {
    segments: [segment],
  })
  const people = segments[0].tickets.map((ticket: TicketForRun, index: number) => ({
    lineId: ticket.lineId,
    familyName: 'Beridze',
    documentKind: 'passport',
    documentNumber: `09AB1234${index}`,
    nationality: 'GE',
    ...personOf(ticket, index),
  }))
  await callAs(visitor, '/v2/transport/passengers', { orderKey, passengers: people })
  await visitor.open(`/checkout/${orderKey}`)
  await fillBuyer(visitor, email)
  await payByCard(visitor)
  await ticketsLink(visitor).click()
  await page.waitForURL(/\/account\/orders\//)
}
