/**
 * Goal: a run with a moved clock (`npm run test:clock`) moves the database's, too, and nothing else of the caller's
 * environment reaches the server. Method: environments with and without it.
 */
import { expect, test } from 'vitest'
import { shiftedClock } from '../binaries.ts'

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

test('the settings of a moved clock reach the server, alone', () => {
  const clock = { LD_PRELOAD: library, FAKETIME: '+3600', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
  expect(
    shiftedClock({ ...clock, PGDATA: '/elsewhere', LANG: 'ka_GE', TZ: 'Asia/Tbilisi' }),
  ).toEqual(clock)
})

test('without one, a library of the caller is not loaded', () => {
  expect(shiftedClock({ LD_PRELOAD: '/usr/lib/libjemalloc.so.2', PGDATA: '/elsewhere' })).toEqual(
    {},
  )
})
