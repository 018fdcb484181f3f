/**
 * Goal: a run with a moved clock runs at the moment that was asked for, whatever the day of the run. Method: the moments
 * of many days, the variables of a process, and wrong options; the stage itself runs at night.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { clockEnvironment } from '../faketime.ts'
import { dateSensitiveFiles, filesWithDatabaseTimers } from '../files.ts'
import { momentsAfter } from '../moments.ts'
import { readClockOptions } from '../options.ts'
import { sizeOf } from '../../../tests/support/tier.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

describe('the moments', () => {
  it('are all to come, each under its own name, on the days of eight years', () => {
    const begin = Date.UTC(2026, 0, 1, 3, 7)
    const step = sizeOf({ usual: 5, nightly: 1 })
    for (let day = 0; day < 8 * 366; day += step) {
      const now = new Date(begin + day * 86_400_000 + (day % 24) * 3_600_000)
      const moments = momentsAfter(now)
      expect(new Set(moments.map(({ name }) => name)).size).toBe(moments.length)
      for (const { name, at } of moments)
        expect(at.getTime(), `${name} on ${now.toISOString()}`).toBeGreaterThan(now.getTime())
    }
  })

  it('are a minute before clocks change, on 29 February, and years ahead', () => {
    const at = new Map(
      momentsAfter(new Date('2026-11-29T12:00:00Z')).map((one) => [one.name, one.at.toISOString()]),
    )
    expect(at.get('hour in which clocks go forward in Berlin')).toBe('2027-03-28T00:59:00.000Z')
    expect(at.get('hour in which clocks go back in Berlin')).toBe('2027-10-31T00:59:00.000Z')
    expect(at.get('hour in which clocks go back in St John’s')).toBe('2027-11-07T04:29:00.000Z')
    expect(at.get('29 February, evening')).toBe('2028-02-29T20:30:00.000Z')
    expect(at.get('end of a month in Tbilisi')).toBe('2026-11-30T19:59:00.000Z')
    expect(at.get('Sunday evening in Tbilisi')).toBe('2026-11-29T19:59:00.000Z')
    expect(at.get('in ten years, at the end of the year')).toBe('2036-12-31T19:50:00.000Z')
  })
})

test('a process gets the difference to the machine’s clock, and timers keep their pace', () => {
  const now = new Date('2026-11-29T12:00:00Z')
  const library = '/usr/lib/faketime.so.1'
  const moment = new Date('2028-02-29T20:30:00Z')
  expect(clockEnvironment({ library, moment, zone: 'Asia/Kathmandu', now })).toMatchObject({
    LD_PRELOAD: library,
    FAKETIME: '+39515400',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    TZ: 'Asia/Kathmandu',
  })
  const earlier = clockEnvironment({ library, moment: new Date(now.getTime() - 5_000), now })
  expect(earlier['FAKETIME']).toBe('-5')
  expect(earlier).not.toHaveProperty('TZ')
})

describe('options', () => {
  it('are a moment, a zone and words of Vitest', () => {
    const words = ['src/modules/search', '-t', 'december']
    const asked = ['2028-02-29T20:30:00Z', words[0], '--zone', 'Asia/Kathmandu', '-t', 'december']
    expect(readClockOptions(asked as string[])).toEqual({
      at: new Date('2028-02-29T20:30:00Z'),
      zone: 'Asia/Kathmandu',
      words,
    })
    expect(readClockOptions(['2028-03-01T00:30+04:00']).at).toEqual(
      new Date('2028-02-29T20:30:00Z'),
    )
  })

  it.each([
    [[], 'is not a moment'],
    [['tomorrow'], '“tomorrow” is not a moment'],
    [['2028-02-29T20:30:00'], 'is not a moment'],
    [['2028-13-29T20:30:00Z'], 'is not a moment'],
    [['2028-02-29T20:30:00Z', '--zone'], 'is not a time zone'],
    [['2028-02-29T20:30:00Z', '--zone', 'Georgia'], '“Georgia” is not a time zone'],
  ])('that make no sense are refused: %j', (asked, message) => {
    expect(() => readClockOptions(asked)).toThrow(message)
  })
})

test('date-sensitive files exist', () => {
  expect(dateSensitiveFiles.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  expect(new Set(dateSensitiveFiles).size).toBe(dateSensitiveFiles.length)
  for (const file of filesWithDatabaseTimers) {
    expect(existsSync(path.join(root, file)), file).toBe(true)
    expect(dateSensitiveFiles).not.toContain(file)
  }
})
