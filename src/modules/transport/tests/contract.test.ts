/**
 * Goal: the calls of the bus carriers conform to the specification. Method: compares the declarations with
 * the specification.
 */
import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { coverage } from '../../../../tools/coverage/coverage.ts'
import * as cityBus from '../city-bus-contract.ts'
import * as journeys from '../contract.ts'
import * as georgianBus from '../georgian-bus-contract.ts'
import * as metro from '../metro-contract.ts'
import * as omnibus from '../omnibus-contract.ts'
import * as sale from '../sale-contract.ts'

const declared = [cityBus, georgianBus, metro, omnibus, journeys, sale]
  .flatMap((module): unknown[] => Object.values(module))
  .filter((value): value is Call => typeof value === 'object' && value !== null && 'path' in value)

test('declares 41 calls as specified', () => {
  const found = coverage(declared)
  expect(found.differences).toEqual([])
  expect(found.strangers).toEqual([])
  const areas = ['omnibus', 'central-bus-station', 'georgian-bus', 'city-bus', 'metro']
  const ours = found.areas.filter(({ area }) => areas.includes(area))
  expect(ours.map(({ area, missing }) => [area, missing])).toEqual(areas.map((area) => [area, []]))
  expect(found.covered).toBe(41)
})
