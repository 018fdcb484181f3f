import { expect, it } from 'vitest'
import { placeNameOf } from '#modules/orders/server/public-api.ts'
import { expandLayout } from '#seatmap/expand.ts'
import { placeDetail, placed } from '../server/quote.ts'
import type { EventSale } from '../server/sale.ts'
import { smallLayout } from './factories.ts'

/** The name under which place 1 of a section of boxes is sold, with the naming of a rule if there is one. */
function soldAs(naming: EventSale['rules']['naming'], rowKind?: 'box'): string | null {
  const layout = smallLayout()
  const [stalls, ...others] = layout.sections
  const sections = [{ ...stalls, ...(rowKind && { rowKind }) }, ...others] as typeof layout.sections
  const sale = {
    layout: expandLayout({ ...layout, sections }),
    rules: { naming },
  } as unknown as EventSale
  return placeNameOf(placed(sale, {}, placeDetail(sale, 1)?.detail ?? {}), 'ka')
}

it('a box is sold as it is named on the plan, so that tickets and scanners say the same', () => {
  expect(soldAs(null, 'box')).toBe('პარტერი · ლოჟა 1 · ადგილი 1')
  expect(soldAs(null)).toBeNull()
  const own = { row: { ka: 'კაბინა', en: 'Cabin' }, seat: { ka: 'სკამი', en: 'chair' } }
  expect(soldAs(own, 'box')).toBe('პარტერი · კაბინა 1 · სკამი 1')
  expect(soldAs({ seat: own.seat }, 'box')).toBe('პარტერი · ლოჟა 1 · სკამი 1')
})
