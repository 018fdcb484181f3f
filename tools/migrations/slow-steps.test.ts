/**
 * Goal: a migration stops no order. Method: every migration since the rule was introduced, and single statements that break
 * it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { slowSteps } from './slow-steps.ts'

const folder = new URL('../../db/migrations/', import.meta.url)
/** The last migration before the rule. They stay as they are: an applied file never changes. */
const lastBeforeRule = 910

const stepsOf = (...texts: string[]) =>
  slowSteps(
    texts.map((text, index) => ({ name: `${1_000 + index}-made.sql`, text })),
    lastBeforeRule,
  )

test('no migration since keeps others waiting', () => {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
  expect(slowSteps(files, lastBeforeRule)).toEqual([])
  // A rule that no longer recognises statements would find nothing in the old ones, either.
  expect(slowSteps(files, 0).length).toBeGreaterThan(150)
})

test.each([
  'create index story_author on story (author)',
  'create unique index if not exists story_author on story using gin (author)',
  'create index on story (author)',
  'create index concurrently story_author on story (author)',
  'drop index concurrently if exists story_author',
  'alter table story alter column title type varchar(20)',
  'alter table story add column number bigserial',
  'alter table story add column key uuid not null default gen_random_uuid()',
  'alter table story add column size int generated always as (length(title)) stored',
  'alter table story set unlogged',
  'alter table story alter column title set not null',
  'alter table story add note text, alter title set not null',
  "alter table story add constraint story_title check (title <> '')",
  'alter table story add constraint story_show foreign key (show_id) references show',
  'alter table story add foreign key (show_id) references show',
  'alter table story add constraint story_slug unique (slug)',
  'alter table story add primary key (id)',
  'alter table story add column slug text unique',
  'alter table story add column age int check (age > 0)',
  'alter table story validate constraint story_title',
  "update story set title = ''",
  'with old as (select id from story) update story set title = null from old where old.id = story.id',
  'delete from story where title is null',
  'insert into tale (id) select id from story',
  '-- in batches\nupdate story set a = 1 where id in (select id from story where a is null limit 9)',
  'truncate story',
])('refuses %s', (statement) => {
  expect(stepsOf(`${statement};`)).toHaveLength(1)
})

test.each([
  'create table tale (id int primary key, age int check (age > 0)); create index on tale (age); insert into tale select 1',
  'alter table story add column author text',
  "alter table story add column author text not null default ''",
  'alter table story add column made_at timestamptz not null default now()',
  'alter table story add column show_id int references show',
  "alter table story add constraint story_title check (title <> '') not valid",
  'alter table story add constraint story_show foreign key (show_id) references show not valid',
  'alter table story add constraint story_slug unique using index story_slug_index',
  '-- few rows: story, tale\ncreate index on story (title); update tale set age = 1',
  "comment on column story.title is 'create index a on b (c)'",
  "insert into story (title) values ('update story set')",
  "create function f() returns void language plpgsql as $$ begin update story set title = ''; end $$",
])('allows %s', (statement) => {
  expect(stepsOf(`${statement};`)).toEqual([])
})

const alone = '-- outside a transaction\n'

test.each([
  'create index concurrently story_author on story (author)',
  'drop index concurrently if exists story_author',
  'alter table story validate constraint story_title',
  '-- in batches\nupdate story set a = 1 where id in (select id from story where a is null limit 900)',
])('allows outside a transaction %s', (statement) => {
  expect(stepsOf(`${alone}${statement};`)).toEqual([])
})

test.each([
  'create index story_author on story (author)',
  'create index concurrently on story (author)',
  'drop index concurrently story_author',
  'alter table story add column author text',
  'update story set a = 1',
  '-- in batches\nupdate story set a = 1 where a is null',
  '-- in batches\nupdate story set a = 1 where id in (select id from story where a is null limit 9 for update skip locked)',
  '-- in batches\ninsert into story select 1',
])('refuses outside a transaction %s', (statement) => {
  expect(stepsOf(`${alone}${statement};`)).toHaveLength(1)
})

test('a column becomes `not null` once a check has been validated', () => {
  const add = 'alter table story add constraint story_title check (title is not null) not valid;'
  const validate = `${alone}alter table story validate constraint story_title;`
  const set = 'alter table story alter column title set not null;'
  expect(stepsOf(add, validate, set)).toEqual([])
  expect(stepsOf(add, set)).toHaveLength(1)
  expect(stepsOf(add, validate, 'alter table story alter column name set not null;')).toHaveLength(
    1,
  )
})
