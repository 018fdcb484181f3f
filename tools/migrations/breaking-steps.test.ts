/**
 * Goal: a release can be deployed while the previous one is serving. Method: every migration since the rule was
 * introduced, and single statements that violate it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breakingSteps } from './breaking-steps.ts'

const folder = new URL('../../db/migrations/', import.meta.url)
/** The last migration before the first release that was upgraded without downtime. */
const lastBeforeRule = 499

test('keeps the previous release working in every migration', () => {
  const broken = readdirSync(folder).flatMap((name) => {
    const number = Number(/^(\d{4})-.*\.sql$/.exec(name)?.[1] ?? 0)
    if (number <= lastBeforeRule) return []
    const text = readFileSync(new URL(name, folder), 'utf8')
    return breakingSteps(text, number).map((step) => `${name}: ${step}`)
  })
  expect(broken).toEqual([])
})

test.each([
  'drop table story',
  'alter table story drop column title',
  'alter table story rename column title to name',
  'alter table story rename to tale',
  'alter table story alter column id type bigint',
  'alter table story alter title set not null',
  'alter table story add column author text not null',
  'alter table story add note text, add column author text not null;',
])('%s', (statement) => {
  expect(breakingSteps(`${statement};`, 500)).toHaveLength(1)
  expect(breakingSteps(`-- contract: unused since 0480\n${statement};`, 500)).toEqual([])
  expect(breakingSteps(`-- contract: unused since 0500\n${statement};`, 500)).toHaveLength(1)
})

test.each([
  'create table tale (id integer not null)',
  'alter table story add column author text',
  "alter table story add column author text not null default ''",
  'alter table story add column length integer not null generated always as (1) stored',
  'create index story_author on story (author)',
  "-- drop table story\ninsert into story (title) values ('drop by')",
])('allows %s', (statement) => {
  expect(breakingSteps(`${statement};`, 500)).toEqual([])
})
