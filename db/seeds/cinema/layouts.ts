/** Halls of the demo's cinemas: straight rows with sofas in the last one. */
import { createLayoutBuilder, lineRow, rectangle, type RowPlan } from '#seatmap/builders.ts'
import type { SeatLayout } from '#seatmap/layout.ts'

interface HallPlan {
  /** Number of seats in each block of a row, left to right. */
  readonly blocks: readonly number[]
  readonly standardRows: number
  readonly comfortRows: number
  readonly vipRows: number
  /** Number of two-seat sofas in the last row. */
  readonly sofas: number
}

const plans = {
  small: { blocks: [4, 6], standardRows: 4, comfortRows: 3, vipRows: 0, sofas: 4 },
  medium: { blocks: [4, 8, 4], standardRows: 4, comfortRows: 4, vipRows: 1, sofas: 6 },
  large: { blocks: [5, 10, 5], standardRows: 5, comfortRows: 5, vipRows: 2, sofas: 8 },
  grand: { blocks: [6, 14, 6], standardRows: 6, comfortRows: 6, vipRows: 2, sofas: 10 },
  wide: { blocks: [9, 9], standardRows: 5, comfortRows: 4, vipRows: 1, sofas: 7 },
  lounge: { blocks: [4, 4], standardRows: 0, comfortRows: 2, vipRows: 3, sofas: 4 },
} as const satisfies Readonly<Record<string, HallPlan>>
export type HallPlanKey = keyof typeof plans
export const hallPlans = Object.keys(plans) as HallPlanKey[]

const rowDistance = 11
const aisle = 9
const pitch = 6

/** Builds the layout of a hall. The first row has a wheelchair space and a companion seat at each end. */
export function hallLayout(key: HallPlanKey): SeatLayout {
  const plan: HallPlan = plans[key]
  const seats = plan.blocks.reduce((sum, count) => sum + count, 0)
  const width = seats * pitch + (plan.blocks.length - 1) * aisle + 50
  const middle = width / 2
  const counts = [plan.standardRows, plan.comfortRows, plan.vipRows]
  const rows = counts.reduce((sum, count) => sum + count, 0) + (plan.sofas > 0 ? 1 : 0)
  const height = 60 + rows * rowDistance + 16
  const builder = createLayoutBuilder({
    name: { ka: 'კინოდარბაზი', en: 'Cinema hall' },
    width,
    height,
    focalPoint: { x: middle, y: 60 + rows * rowDistance * 0.62 },
    zones: [
      ['standard', 'სტანდარტი', 'Standard'],
      ['comfort', 'კომფორტი', 'Comfort'],
      ['vip', 'VIP', 'VIP'],
      ['sofa', 'დივანი', 'Sofa'],
    ].filter(([zone]) => (zone === 'sofa' ? plan.sofas > 0 : rowsOf(plan, zone ?? '') > 0)) as [
      string,
      string,
      string,
    ][],
  })
  builder.shape({
    kind: 'screen',
    text: { ka: 'ეკრანი', en: 'Screen' },
    points: rectangle([middle, 20], width * 0.72, 7),
  })
  const all: RowPlan[] = []
  let number = 0
  const yOf = () => 60 + (number - 1) * rowDistance
  for (const zone of ['standard', 'comfort', 'vip'])
    for (let row = 0; row < rowsOf(plan, zone); row += 1) {
      number += 1
      all.push(
        lineRow({
          label: String(number),
          middle: [middle, yOf()],
          counts: plan.blocks,
          aisle,
          pitch,
          zone,
          ...(number === 1 && {
            exceptions: [
              { at: 0, flags: ['accessible'] },
              { at: 1, flags: ['companion'] },
              { at: seats - 2, flags: ['companion'] },
              { at: seats - 1, flags: ['accessible'] },
            ],
          }),
        }),
      )
    }
  if (plan.sofas > 0) {
    number += 1
    all.push(
      lineRow({
        label: String(number),
        middle: [middle, yOf() + 3],
        counts: Array.from({ length: plan.sofas }, () => 2),
        aisle: 4,
        pitch,
        zone: 'sofa',
      }),
    )
  }
  builder.seated(
    {
      name: { ka: 'დარბაზი', en: 'Hall' },
      zone: plan.standardRows > 0 ? 'standard' : 'comfort',
      outline: rectangle([middle, (60 + yOf() + 3) / 2], width - 20, yOf() - 60 + 18),
    },
    all,
  )
  return builder.build()
}

function rowsOf(plan: HallPlan, zone: string): number {
  if (zone === 'standard') return plan.standardRows
  return zone === 'comfort' ? plan.comfortRows : plan.vipRows
}
