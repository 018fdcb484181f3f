import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { replacedWords, wordsOf } from './vocabulary.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Goal: replaced words are not used again, and new migrations follow the naming scheme. Method: every line of code,
 * comments and documents is searched; each of a few samples is found.
 */
describe('vocabulary', () => {
  it('has no replaced word in code, comments and documents', () => {
    expect(replacedWords(root)).toEqual([])
  })

  it.each([
    ["import { x } from './door.ts'", 'door.ts → public-api.ts'],
    ['/** Rooms of a lower storey. */', 'storey → layer'],
    ['const taken = quoteWish(wish)', 'quoteWish → request, filter or selection'],
    ['if (!hasWayBack(provider)) return', 'hasWayBack → supportsRefund'],
    ['// Reckoned anew for the house.', 'the house → the platform (or the hall)'],
    ['/** For whoever runs the shop. */', 'whoever runs the shop → operators'],
  ])('finds it in %s', (line, found) => {
    expect(wordsOf(line)).toContain(found)
  })

  it.each([
    "path: '/v2/operator/rulebook/rules'",
    'a waitingRoomToken',
    'a letter of the alphabet',
  ])('leaves %s alone', (line) => {
    expect(wordsOf(line)).toEqual([])
  })
})

/** Migrations from before the scheme, applied in databases under these names. */
const older = /^(0015b|0021b|0028b|0031b|0036b)-/

describe('names of migrations', () => {
  const names = readdirSync(new URL('../../db/migrations/', import.meta.url))
    .filter((name) => name.endsWith('.sql'))
    .filter((name) => !older.test(name))

  it('consist of a four-digit number and a subject', () => {
    expect(names.filter((name) => !/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.test(name))).toEqual([])
  })

  it('have unique numbers', () => {
    const numbers = names.map((name) => name.slice(0, 4))
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  })
})
