/**
 * What a wired scanner meant. It presses the keys of a keyboard with the US layout; the letters that arrive are those of
 * the computer's layout and of Caps Lock. Pure.
 */

/** A key as the browser reports it. */
export interface KeyPress {
  /** What the computer makes of it. */
  readonly key: string
  /** The physical key, named by its place on the US layout; empty where the browser does not know it. */
  readonly code: string
  readonly shiftKey: boolean
}

/** The texts that somebody may have meant, the most likely first. */
export interface Readings {
  readonly texts: readonly string[]
  /** The letters that arrived are not those of a code: the keyboard's layout or Caps Lock changes them. */
  readonly isOtherLayout: boolean
}

const shiftedSigns: Readonly<Record<string, string>> = {
  Digit1: '1!',
  Digit2: '2@',
  Digit3: '3#',
  Digit4: '4$',
  Digit5: '5%',
  Digit6: '6^',
  Digit7: '7&',
  Digit8: '8*',
  Digit9: '9(',
  Digit0: '0)',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Backquote: '`~',
  Space: '  ',
}
const keypadSigns: Readonly<Record<string, string>> = {
  NumpadAdd: '+',
  NumpadSubtract: '-',
  NumpadMultiply: '*',
  NumpadDivide: '/',
  NumpadDecimal: '.',
}

/** The character of a key on the US layout; null for a key without one. */
function usCharacter({ code, shiftKey }: KeyPress): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  const keypadDigit = /^Numpad([0-9])$/.exec(code)?.[1]
  return keypadDigit ?? shiftedSigns[code]?.[shiftKey ? 1 : 0] ?? keypadSigns[code] ?? null
}

/** Latin letters by their neighbours in other layouts: upper case where Shift makes another letter of it. */
const latinOf = new Map<string, string>()
const alphabets: readonly (readonly [latin: string, other: string])[] = [
  ['qwertyuiopasdfghjklzxcvbnm', 'ქწერტყუიოპასდფგჰჯკლზხცვბნმ'],
  ['WRTSJZC', 'ჭღთშჟძჩ'],
  ['qwertyuiopasdfghjklzxcvbnm', 'йцукенгшщзфывапролдячсмить'],
  ['QWERTYUIOPASDFGHJKLZXCVBNM', 'ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ'],
]
for (const [latin, other] of alphabets)
  for (const [at, letter] of [...other].entries()) latinOf.set(letter, latin[at] ?? letter)

const isAscii = (text: string): boolean => /^[\u0020-\u007E]*$/.test(text)

/** Codes are written in capitals; only the printed number has letters of both cases. */
const asCode = (text: string): string => (/^blt\d:/i.test(text) ? text.toUpperCase() : text)

function readings(texts: readonly (string | null)[], isOtherLayout: boolean): Readings {
  const known = texts.flatMap((text) => {
    const trimmed = asCode(text?.trim() ?? '')
    return trimmed === '' ? [] : [trimmed]
  })
  return { texts: [...new Set(known)], isOtherLayout }
}

/** What was meant by a text without its keys: typed on a phone, pasted, or read by the camera. */
export function readingsOfText(text: string): Readings {
  if (isAscii(text)) return readings([text], false)
  const latin = Array.from(text, (letter) => latinOf.get(letter) ?? letter).join('')
  return readings([latin, text], /[^\P{L}a-zA-Z]/u.test(text))
}

/** What was meant by keys that were pressed one after the other. */
export function readingsOfKeys(presses: readonly KeyPress[]): Readings {
  const text = presses.map(({ key }) => key).join('')
  const characters = presses.map(usCharacter)
  if (characters.includes(null)) return readingsOfText(text)
  const physical = characters.join('')
  if (text === physical) return readings([text], false)
  // With Caps Lock each letter has the other case than Shift gave it.
  const letters = presses.filter(({ key }) => /^[a-zA-Z]$/.test(key))
  const isCapsLock =
    letters.length > 0 && letters.every(({ key, shiftKey }) => /[A-Z]/.test(key) !== shiftKey)
  return isAscii(text) && !isCapsLock
    ? readings([text, physical], false)
    : readings([physical, text], true)
}

/** Longest code, with room for what a scanner may send around it. */
const pressesMax = 300

/** Collects keys until Enter. */
export class KeyReader {
  readonly #pauseMax: number
  #presses: KeyPress[] = []
  #at = 0
  #isEdited = false

  /** @param pauseMax a key after a longer pause, in milliseconds, begins anew: people type more slowly than scanners */
  constructor(pauseMax = Infinity) {
    this.#pauseMax = pauseMax
  }

  add(event: KeyPress & Pick<KeyboardEvent, 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey'>): void {
    if (event.timeStamp - this.#at > this.#pauseMax) this.clear()
    this.#at = event.timeStamp
    const { key, code, shiftKey } = event
    if (key === 'Backspace') this.#presses.pop()
    else if (key.length !== 1) this.#isEdited ||= !passive.has(key)
    // Layouts with AltGr write characters with Ctrl and Alt.
    else if (event.metaKey || event.ctrlKey !== event.altKey) this.#isEdited = true
    else if (this.#presses.length < pressesMax) this.#presses.push({ key, code, shiftKey })
  }

  get length(): number {
    return this.#presses.length
  }

  /** What the keys meant. | @param text what a field holds: when it was edited by other means, the text counts. */
  readings(text?: string): Readings {
    const typed = this.#presses.map(({ key }) => key).join('')
    return text !== undefined && (this.#isEdited || typed !== text)
      ? readingsOfText(text)
      : readingsOfKeys(this.#presses)
  }

  clear(): void {
    this.#presses = []
    this.#isEdited = false
  }
}

/** Keys that change no text. */
const passive = new Set(['Shift', 'CapsLock', 'Enter', 'Alt', 'AltGraph', 'Control', 'Meta', 'Tab'])
