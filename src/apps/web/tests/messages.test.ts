import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { placeholdersOf, type Messages } from '#kernel/texts.ts'

const source = new URL('../../../', import.meta.url)

async function messagesIn(folder: string, language: string): Promise<Messages> {
  const file = new URL(`${folder}/messages/${language}.json`, source)
  return JSON.parse(await readFile(file, 'utf8')) as Messages
}

async function foldersWithMessages(): Promise<string[]> {
  const files = await readdir(source, { recursive: true })
  return files
    .filter((file) => file.endsWith('messages/ka.json'))
    .map((file) => file.slice(0, -'/messages/ka.json'.length))
}

/** Goal: no room says something in one language only. Method: every `messages/` of the project, pair by pair. */
describe('messages', async () => {
  for (const folder of await foldersWithMessages()) {
    const languages = folder === 'apps/web' ? ['en', 'ru', 'az'] : ['en']
    it.each(languages)(`${folder}: %s has the keys and placeholders of ka`, async (language) => {
      const georgian = await messagesIn(folder, 'ka')
      const other = await messagesIn(folder, language)
      expect(Object.keys(other).toSorted()).toEqual(Object.keys(georgian).toSorted())
      for (const [key, text] of Object.entries(georgian)) {
        expect(placeholdersOf(other[key] ?? ''), key).toEqual(placeholdersOf(text))
        expect(other[key]?.trim(), key).not.toBe('')
      }
    })
  }
})
