import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { placeholdersOf, type Messages } from '#kernel/texts.ts'

const source = new URL('../../../', import.meta.url)

/** A text file without its language: `modules/events/messages/shows-`. */
async function messagesIn(start: string, language: string): Promise<Messages> {
  const file = new URL(`${start}${language}.json`, source)
  return JSON.parse(await readFile(file, 'utf8')) as Messages
}

async function georgianFiles(): Promise<string[]> {
  const files = await readdir(source, { recursive: true })
  return (
    files
      // The terms are paragraphs with a different structure.
      .filter((file) => !file.includes('terms-') && /messages\/(?:[a-z]+-)*ka\.json$/.test(file))
      .map((file) => file.slice(0, -'ka.json'.length))
  )
}

/** Goal: every text exists in both languages. Method: compares every pair of files in all `messages/` folders. */
describe('messages', async () => {
  for (const start of await georgianFiles()) {
    const languages = start === 'apps/web/messages/' ? ['en', 'ru', 'az'] : ['en']
    it.each(languages)(`${start}: %s has the keys and placeholders of ka`, async (language) => {
      const georgian = await messagesIn(start, 'ka')
      const other = await messagesIn(start, language)
      expect(Object.keys(other).toSorted()).toEqual(Object.keys(georgian).toSorted())
      for (const [key, text] of Object.entries(georgian)) {
        expect(placeholdersOf(other[key] ?? ''), key).toEqual(placeholdersOf(text))
        expect(other[key]?.trim(), key).not.toBe('')
      }
    })
  }
})
