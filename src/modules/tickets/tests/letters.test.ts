/**
 * Goal: every letter that people type is printed, in its order, and can be copied from the PDF; what no font has leaves a
 * visible mark and a line in the log. Method: texts in many scripts are drawn and read back by another library.
 */
import { describe, expect, test } from 'vitest'
import { actualTexts, missingGlyphs, readPdf } from '../../../../tests/support/read-pdf.ts'
import { makePdf, type Pdf } from '../server/documents/make-pdf.ts'
import { contentOf } from '../server/documents/missing-letters.ts'
import { unprintableLetters } from '../server/documents/pdf.ts'
import { loadFonts } from '../server/documents/type/choices.ts'
import { isUsualText } from '../server/documents/type/letters.ts'
import { runsOf } from '../server/documents/type/runs.ts'

const page = { width: 1_000, height: 100 }

function drawn(text: string, weight: 400 | 600 | 800 = 600): Promise<Pdf> {
  const printed = { locale: 'en' as const, title: text, author: 'Bileti', text }
  return makePdf(printed, [page.width, page.height], ({ document, type, tags }) => {
    document.addPage()
    const style = { weight, size: 12, colour: '#000000' }
    tags.text('P', () => type.paragraph(text, { x: 10, y: 20, width: 980 }, style))
  })
}

/** Letters without their order, marks taken off their letters; brackets are mirrored in texts that run to the left. */
function lettersOf(text: string): string {
  const bare = text.normalize('NFKD').replaceAll(/[\s()\p{Default_Ignorable_Code_Point}]/gu, '')
  return [...bare].toSorted().join('')
}

/** One glyph stands for other letters in other words here, so only the text beside the glyphs tells them. */
const isReordered = /[\p{Script=Devanagari}ٹڈ]/u

const typed: readonly (readonly [script: string, text: string])[] = [
  ['Georgian, mtavruli and asomtavruli', 'ჯაზის საღამო ᲯᲐᲖᲘ Ⴟⴀ'],
  ['Latin of Poland, Turkey, Azerbaijan', 'Łódź İstanbul ığ Şəki Gəncə'],
  ['Cyrillic of Russia and Ukraine', 'Вечер Їжак Ґанок №7'],
  ['Cyrillic of Kazakhstan', 'Қала түні — Әнші Көктем Ұлы һ'],
  ['Cyrillic of Tajikistan and Abkhazia', 'Ҷумъа ӯ ӣ Ҳ Аҧсны Ҩ'],
  ['Greek', 'Νύχτα τζαζ στην πόλη'],
  ['Greek with all accents', 'Ἀθῆναι ᾠδή Ὀδύσσεια'],
  ['Armenian', 'Երեկոյան համերգ և «ջազ»'],
  ['Hebrew', 'לילה של קיץ'],
  ['Hebrew with vowels', 'שָׁלוֹם עֲלֵיכֶם'],
  ['Arabic', 'مساء الخير يا صديقي لا إله'],
  ['Persian', 'می‌خواهم گچ پژ ک ی'],
  ['Urdu', 'شام موسیقی ٹکٹ ڈھول'],
  ['Vietnamese', 'Đêm nhạc mùa xuân — Một thuở ưỡn'],
  ['Vietnamese, typed in parts', 'Nguyễn Thị Ngọc'.normalize('NFD')],
  ['French, typed in parts', 'Ça été à l’œuvre'.normalize('NFD')],
  ['Chinese', '音乐之夜 臺灣爵士樂'],
  ['Japanese', '東京ジャズの夜、カフェ・ラテ'],
  ['Korean', '서울 재즈 페스티벌 한글날'],
  ['Thai', 'น้ำใจ กรุงเทพ เที่ยวคืนนี้ ก่ำ'],
  ['Hindi', 'नमस्ते विद्यार्थी श्री क्षत्रिय'],
  ['Marathi', 'मराठी संगीत ळ'],
  ['emoji', '🎭🎉👍🏽 👨‍👩‍👧 🇬🇪 ❤️'],
  ['signs', '→ ≤ ∞ ★ ☎ ♫ ™ № ½ € ₴ ₸'],
  ['spaces and marks that nobody sees', 'a\u2003b\u202Fc\u00ADd\u200Be\tf'],
  ['marks of direction', 'Nino\u200F \u2067(ნინო)\u2069 \u202Aplus\u202C'],
  ['Hebrew, number and sum', 'לילה (2027) – 25 ₾!'],
  ['Georgian with Hebrew', 'სახელი: לילה של קיץ 7'],
  ['English with Arabic', 'Name: محمد علي (VIP) 12'],
]

describe('letters', () => {
  test.each(typed)('of %s are printed and can be copied', async (_, text) => {
    const { content, missing } = await drawn(text)
    expect(missing).toEqual([])
    expect(missingGlyphs(content)).toBe(0)
    const [read] = await readPdf(content)
    const glyphs = read?.texts.map((one) => one.text).join('') ?? ''
    if (!isReordered.test(text))
      expect(lettersOf(glyphs)).toBe(lettersOf(text.replaceAll('−', '–')))
    const [copied] = actualTexts(content)
    const flat = text
      .normalize('NFC')
      .replaceAll(/[\u00AD\u200B]/g, '')
      .replaceAll(/\s/g, ' ')
    if (isReordered.test(text)) expect(copied).toBeDefined()
    if (copied !== undefined) expect(copied.replaceAll(/\s/g, ' ')).toBe(flat)
  })

  test.each([400, 800] as const)('of weight %i have their glyphs too', async (weight) => {
    for (const [, text] of typed) expect(missingGlyphs((await drawn(text, weight)).content)).toBe(0)
  })

  test('that no font has are printed as a mark, and their code points are logged, without the text', async () => {
    const { content, missing } = await drawn('Enkidu 𒀀𒁀 ᏣᎳᎩ')
    const [read] = await readPdf(content)
    expect(read?.texts.map(({ text }) => text).join('')).toContain('\uFFFD')
    expect(missingGlyphs(content)).toBe(0)
    const lines: unknown[] = []
    const log = { warn: (...line: unknown[]) => lines.push(line) } as never
    contentOf(log, { content, missing })
    expect(JSON.stringify(lines)).toContain('U+12000')
    expect(JSON.stringify(lines)).not.toContain('Enkidu')
    contentOf(log, await drawn('Enkidu'))
    expect(lines).toHaveLength(1)
  })

  test('that no font has are told of a text before it is printed', async () => {
    expect(await unprintableLetters(['Νύχτα', 'לילה', 'ჯაზი 🎭', 'Jazz'])).toEqual([])
    expect(await unprintableLetters(['ok', '𒀀 ᏣᎳ 𒀀'])).toEqual(['𒀀', 'Ꮳ', 'Ꮃ'])
  })

  test('that are held usual are in the fonts that are always loaded', async () => {
    const fonts = await loadFonts([])
    const usual = Array.from({ length: 0x2fff }, (_, code) => String.fromCodePoint(code)).filter(
      (letter) => isUsualText(letter),
    )
    expect(usual.length).toBeGreaterThan(400)
    expect(usual.filter((letter) => fonts.partOf(letter) === null)).toEqual([])
  })
})

describe('runs', () => {
  const orderOf = async (text: string) =>
    runsOf({ text, weight: 400 }, await loadFonts([text])).map((run) => run.text)

  test('are cut by font', async () => {
    const text = 'ფასი 52 ₾, Жар — №7 «ა» ə'
    const runs = runsOf({ text, weight: 400 }, await loadFonts([text]))
    expect(runs.map((run) => run.text).join('')).toBe(text)
    const fonts = new Set(runs.map((run) => run.font))
    expect([...fonts].sort()).toEqual([
      'cyrillic 400',
      'georgian 400',
      'latin 400',
      'latin-ext 400',
    ])
  })

  test('stand from left to right as they are read on paper', async () => {
    // A Hebrew name after a Georgian label: the label first, then the words of the name from its end.
    expect(await orderOf('სახელი: לילה של')).toEqual(['სახელი', ': ', 'של', ' ', 'לילה'])
    // The number keeps its order inside the name, and the brackets turn.
    expect(await orderOf('לילה (25) של')).toEqual(['של', ' (', '25', ') ', 'לילה'])
    expect(await orderOf('Name: לילה, Nino')).toEqual(['Name: ', 'לילה', ', Nino'])
  })
})
