/**
 * Goal: a switch is on exactly for the callers its targeting matches. Method: callers of every kind, and ten thousand
 * for the shares.
 */
import { expect, test } from 'vitest'
import { isForEverybody, isTargeted, type SwitchCaller } from '../switch-targeting.ts'

const visitor: SwitchCaller = { language: 'ka', isSignedIn: false, targetingKey: 'visitor 1' }

test('every part must fit; a part that is left out fits everybody', () => {
  const customer = { ...visitor, isSignedIn: true, language: 'en' } as const
  const staff = { ...customer, merchantId: 7 }
  const isOn = (targeting: Parameters<typeof isTargeted>[1], caller: SwitchCaller) =>
    isTargeted('gift', targeting, caller)
  expect(isOn({}, visitor)).toBe(true)
  expect(isOn({ languages: ['en'] }, visitor)).toBe(false)
  expect(isOn({ languages: ['en'], audience: 'signed-in' }, customer)).toBe(true)
  expect(isOn({ audience: 'signed-in' }, visitor)).toBe(false)
  expect(isOn({ merchantIds: [7, 8] }, staff)).toBe(true)
  expect(isOn({ merchantIds: [8] }, staff)).toBe(false)
  expect(isOn({ merchantIds: [8] }, customer)).toBe(false)
})

test('a share is kept to, grows without losing anybody, and is another one for another switch', () => {
  const callers = Array.from({ length: 10_000 }, (_, index) => ({
    ...visitor,
    targetingKey: `visitor ${index}`,
  }))
  const inside = (key: string, percentage: number) =>
    new Set(callers.filter((caller) => isTargeted(key, { percentage }, caller)))
  const ten = inside('gift', 10)
  const thirty = inside('gift', 30)
  expect(ten.size).toBeGreaterThan(900)
  expect(ten.size).toBeLessThan(1_100)
  expect(ten.isSubsetOf(thirty)).toBe(true)
  expect(ten.isSubsetOf(inside('banner', 30))).toBe(false)
  expect(inside('gift', 0).size).toBe(0)
})

test('a page that everybody shares is in no share', () => {
  const shared: SwitchCaller = { language: 'ka', isSignedIn: false }
  expect(isTargeted('gift', { percentage: 99 }, shared)).toBe(false)
  expect(isTargeted('gift', { percentage: 100 }, shared)).toBe(true)
  expect(isForEverybody({ percentage: 100 })).toBe(true)
  expect(isForEverybody({ percentage: 99 })).toBe(false)
})
