import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { filesLinkingEvents } from './event-links.ts'
import { filesNamingIt, inwardImports } from './test-vertical.ts'

/**
 * Goal: a new vertical needs no change outside the registries. Method: the code is searched for words of the test
 * vertical, and its imports are checked; each violation is tested with a sample.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))

it('names the test vertical in tests and registries only', async () => {
  expect(await filesNamingIt(root)).toEqual([])
})

it('uses only public APIs in the test vertical', async () => {
  expect(await inwardImports(root)).toEqual([])
})

async function planted<Found>(
  files: Readonly<Record<string, string>>,
  look: (folder: string) => Promise<Found>,
): Promise<Found> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vertical-'))
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
      await writeFile(path.join(folder, file), text)
    }
    return await look(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

it.each([
  ['src/modules/orders/server/store.ts', "if (line.source === 'ferry') return"],
  ['src/modules/tickets/messages/en.json', '{"pier": "Pier"}'],
  ['src/modules/entrance/web/parts/list.tsx', 'const sailingId = 1'],
  ['db/migrations/0900-new.sql', 'create table ferry_sailing (id int)'],
  ['bench/parts/mixed.ts', "import { ferrySource } from '../../tests/ferry/offer-source.ts'"],
])('finds it in %s', async (file, text) => {
  const files = {
    [file]: text,
    'src/apps/server/verticals.ts': 'export const verticals = [ferry]',
    'src/modules/orders/tests/store.test.ts': 'const ferry = 1',
    'src/modules/orders/server/copier.ts': 'const copier = 1',
  }
  expect(await planted(files, filesNamingIt)).toEqual([file])
})

it.each([
  '#modules/orders/server/store.ts',
  '#flows/checkout/server/settle-payment.ts',
  '../../src/modules/orders/server/rules.ts',
])('finds that the test vertical imports %s', async (from) => {
  const files = {
    'tests/ferry/offer-source.ts': `import { a } from '${from}'\nimport { b } from './tables.ts'\nimport { c } from '#modules/orders/server/public-api.ts'\nimport { d } from '#modules/orders/item-contract.ts'`,
    'tests/ferry/ferry.test.ts': `import { a } from '${from}'`,
    'tests/ferry/steps/voyage.ts': `import { a } from '${from}'`,
  }
  expect(await planted(files, inwardImports)).toEqual([`tests/ferry/offer-source.ts: ${from}`])
})

it('writes event addresses in event-specific code only', async () => {
  expect(await filesLinkingEvents(root)).toEqual([])
})

it.each([
  ['src/modules/orders/web/parts/next-steps.tsx', 'const to = `/events/${eventId}`'],
  ['src/apps/web/pages/home.tsx', '<a href="/events/12">'],
  ['src/flows/returns/server/present.ts', "localizedPath(locale, '/events/' + id)"],
])('finds a link to an event in %s', async (file, text) => {
  const files = {
    [file]: text,
    'src/modules/events/web/pages/lists.tsx': 'const to = `/events/${eventId}`',
    'src/modules/orders/contract.ts': "path: '/v2/events/show'",
    'src/apps/web/page-table.ts': "['/events/:eventId', 'event.tsx']",
    'src/modules/tickets/tests/links.test.ts': "'/events/1'",
  }
  expect(await planted(files, filesLinkingEvents)).toEqual([file])
})
