/** Goal: a wired scanner is understood whatever the computer makes of its keys. Method: the keys of a US layout, in several layouts. */
import { expect, test } from 'vitest'
import {
  KeyReader,
  readingsOfKeys,
  readingsOfText,
  type KeyPress,
} from '../web/scanner/key-readings.ts'

const signs = new Map([
  [':', { code: 'Semicolon', shiftKey: true }],
  ['-', { code: 'Minus', shiftKey: false }],
  ['+', { code: 'Equal', shiftKey: true }],
  ['/', { code: 'Slash', shiftKey: false }],
  ['$', { code: 'Digit4', shiftKey: true }],
  ['%', { code: 'Digit5', shiftKey: true }],
  ['*', { code: 'Digit8', shiftKey: true }],
  ['.', { code: 'Period', shiftKey: false }],
  [' ', { code: 'Space', shiftKey: false }],
])

/** The keys of a text on a US keyboard; `as` is what the computer makes of each character. */
function keysOf(text: string, as: (character: string) => string = (same) => same): KeyPress[] {
  return Array.from(text, (character) => {
    const key = as(character)
    if (/\d/.test(character)) return { key, code: `Digit${character}`, shiftKey: false }
    const sign = signs.get(character)
    if (sign) return { key, ...sign }
    const isCapital = character !== character.toLowerCase()
    return { key, code: `Key${character.toUpperCase()}`, shiftKey: isCapital }
  })
}

/** A layout that replaces letters, as pairs of strings of the same length. */
const layout = (latin: string, other: string) => (character: string) => {
  const at = latin.indexOf(character)
  return at < 0 ? character : (other[at] ?? character)
}
const georgian = layout(
  'qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZXCVBNM',
  'ქწერტყუიოპასდფგჰჯკლზხცვბნმქჭეღთყუიოპაშდფგჰჟკლძხჩვბნმ',
)
const russian = layout(
  'qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZXCVBNM:',
  'йцукенгшщзфывапролдячсмитьЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬЖ',
)
const greek = layout('abgdezAC', 'αβγδεζΑΨ')
const german = layout('zyZY-:', 'yzYZßÖ')
const french = layout('aqwzAQWZ0123456789', 'qazwQAZWà&é"\'(-è_ç')
const turkish = layout('iI', 'ıI')
const capsLock = (character: string) =>
  character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase()

const number = 'Ab3RtZ9kWq'
const code = 'BLT1:6BF-+/$%*. 0Q'

test.each([
  ['a US layout', keysOf(number), number, false],
  ['a Georgian layout', keysOf(number, georgian), number, true],
  ['a Russian layout', keysOf(number, russian), number, true],
  ['a Greek layout', keysOf(number, greek), number, true],
  ['Caps Lock', keysOf(number, capsLock), number, true],
  ['a code', keysOf(code), code, false],
  ['a code, Georgian', keysOf(code, georgian), code, true],
  ['a code, Russian', keysOf(code, russian), code, true],
  ['a code, Caps Lock', keysOf(code, capsLock), code, true],
  ['a code, German', keysOf(code, german), code, true],
  ['digits alone', keysOf('12345678'), '12345678', false],
  [
    'the keypad',
    Array.from('12345678', (digit) => ({ key: digit, code: `Numpad${digit}`, shiftKey: false })),
    '12345678',
    false,
  ],
  ['keys without places', keysOf(number).map((press) => ({ ...press, code: '' })), number, false],
  ['blanks around', keysOf(` ${number} `), number, false],
] as const)('reads %s', (_, presses, first, isOtherLayout) => {
  const readings = readingsOfKeys(presses)
  expect(readings.texts[0]).toBe(first)
  expect(readings.isOtherLayout).toBe(isOtherLayout)
})

test.each([
  ['a German layout', keysOf('AzY12', german), ['AyZ12', 'AzY12']],
  ['a French layout', keysOf('aQ34b', french), ['qA"\'b', 'aQ34b']],
  ['Turkish letters', keysOf('Kick7', turkish), ['Kick7', 'Kıck7']],
  // A scanner that turns Shift over when Caps Lock is on sends what arrives.
  ['a scanner that knows of Caps Lock', keysOf('aB3', capsLock), ['aB3', 'Ab3']],
])('keeps both readings of %s', (_, presses, texts) => {
  expect(readingsOfKeys(presses).texts).toEqual(texts)
})

test.each([
  ['AB12cd', ['AB12cd'], false],
  [' AB12 ', ['AB12'], false],
  ['აბ12', ['ab12', 'აბ12'], true],
  ['ჭღთშჟძჩ', ['WRTSJZC', 'ჭღთშჟძჩ'], true],
  ['ФЫ12фы', ['AS12as', 'ФЫ12фы'], true],
  ['blt1:6bf', ['BLT1:6BF'], false],
  ['№12', ['№12'], false],
  ['  ', [], false],
])('a typed or pasted %j is read as %j', (text, texts, isOtherLayout) => {
  expect(readingsOfText(text)).toEqual({ texts, isOtherLayout })
})

const at = { timeStamp: 0, ctrlKey: false, metaKey: false, altKey: false }

test('keys after a pause begin a new code, and keys that change no text do not count', () => {
  const reader = new KeyReader(120)
  for (const [index, press] of keysOf(`x${number}`, georgian).entries()) {
    const timeStamp = index === 0 ? 0 : 1_000 + index * 20
    if (press.shiftKey)
      reader.add({ ...at, timeStamp, key: 'Shift', code: 'ShiftLeft', shiftKey: true })
    reader.add({ ...at, ...press, timeStamp })
  }
  reader.add({ ...at, timeStamp: 1_300, key: 'Enter', code: 'Enter', shiftKey: false })
  expect(reader.length).toBe(number.length)
  expect(reader.readings().texts[0]).toBe(number)
  reader.clear()
  expect(reader.length).toBe(0)
})

test('of a field that was edited by other means its text counts', () => {
  const type = (...presses: KeyPress[]) => {
    const reader = new KeyReader()
    for (const press of presses) reader.add({ ...at, ...press })
    return reader
  }
  const keys = keysOf('ab', georgian)
  const other = (key: string) => ({ key, code: key, shiftKey: false })
  expect(type(...keys).readings('აბ').texts).toEqual(['ab', 'აბ'])
  expect(type(...keys, ...keysOf('x'), other('Backspace')).readings('აბ').texts[0]).toBe('ab')
  expect(type(...keys, other('ArrowLeft')).readings('Ab1').texts).toEqual(['Ab1'])
  expect(type(...keys).readings('pasted1').texts).toEqual(['pasted1'])
  const pasted = type()
  pasted.add({ ...at, key: 'v', code: 'KeyV', shiftKey: false, ctrlKey: true })
  expect(pasted.readings('Ab12').texts).toEqual(['Ab12'])
})
