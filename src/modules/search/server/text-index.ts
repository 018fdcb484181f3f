/**
 * Full-text index in memory. Pure: it knows texts, weights and times, nothing of shows or databases. Documents are
 * added and removed one by one; removal leaves gaps, which are compacted when there are many.
 */
import { normalizedWords } from './normalize.ts'
import { Trie } from './trie.ts'
import { parseQuery, type QueryWord } from './query-parser.ts'

/** Fields of a document, the highest weight first. */
export const fields = ['name', 'performer', 'place', 'city', 'category'] as const
export type Field = (typeof fields)[number]
const fieldWeights = [1, 0.8, 0.62, 0.58, 0.45] as const
const fieldBits = 3

export interface SearchDocument<Value> {
  readonly value: Value
  readonly texts: Readonly<Partial<Record<Field, readonly string[]>>>
  /** 0 and more; a thousand is very much. */
  readonly popularity: number
  /** When it is over, in milliseconds; past items rank below upcoming ones. */
  readonly overAt: number
}

export interface Found<Value> {
  /** All matches, unordered. */
  readonly values: readonly Value[]
  /** How well each of `values` fits. */
  readonly scores: readonly number[]
  /** Query words with their matched words. */
  readonly words: readonly QueryWord[]
  /** `errors`: only by allowing typing errors; `part`: no document has all the words. */
  readonly how: 'as asked' | 'errors' | 'part'
}

/** Maximum number of query words; more add cost without information. */
const wordsMost = 8
/** Under this mean quality of the best hit, typing errors are looked for as well. */
const surenessLeast = 0.66

/** Texts whose folded words are remembered while documents are added. */
const sharedTextsMost = 20_000

const wholeNameBonus = 0.15
const overPenalty = 0.3
const popularityBonus = 0.08

export class TextIndex<Value> {
  readonly #trie = new Trie()
  /** By word: slot and field of each occurrence, packed into one number. */
  #places: number[][] = []
  #documents: (SearchDocument<Value> | null)[] = []
  /** Fewest words that one of the document's names has. */
  #nameLengths: number[] = []
  /** What its popularity adds to a document's score. */
  #popularityScores: number[] = []
  readonly #slots = new Map<Value, number>()
  readonly #sharedTexts = new Map<string, readonly number[]>()
  #holes = 0
  #score = new Float32Array(1024)
  #wordScore = new Float32Array(1024)
  #wordCount = new Uint8Array(1024)
  #nameCount = new Uint8Array(1024)
  #seenBy = new Uint32Array(1024)
  #seenByWord = new Uint32Array(1024)
  #namedByWord = new Uint32Array(1024)
  #run = 0

  get size(): number {
    return this.#slots.size
  }

  get wordCount(): number {
    return this.#trie.size
  }

  /** Puts a document in; its `value` must not be in already. */
  add(document: SearchDocument<Value>): void {
    const slot = this.#documents.length
    this.#documents.push(document)
    this.#slots.set(document.value, slot)
    if (slot >= this.#score.length) this.#double()
    this.#popularityScores.push(popularityScore(document.popularity))
    let nameLength = Number.POSITIVE_INFINITY
    const seen = new Set<number>()
    for (const [number, field] of fields.entries()) {
      for (const text of document.texts[field] ?? []) {
        const words = number === 0 ? this.#wordsOf(text) : this.#wordsOfShared(text)
        if (number === 0) nameLength = Math.min(nameLength, words.length)
        for (const word of words) {
          // The field with the highest weight comes first; later occurrences of its words are skipped.
          if (seen.has(word)) continue
          seen.add(word)
          const places = (this.#places[word] ??= [])
          places.push((slot << fieldBits) | number)
        }
      }
    }
    this.#nameLengths.push(Math.max(1, nameLength))
  }

  /** Whether a query word matched this normalised word of the index. */
  isMeant(asked: QueryWord, normalized: string): boolean {
    const word = this.#trie.find(normalized)
    return word !== undefined && asked.meanings.has(word)
  }

  /** The most likely of these normalised words for a query word; undefined when it matches none of them. */
  likeliest(asked: QueryWord, normalized: readonly string[]): string | undefined {
    let best: string | undefined
    let most = 0
    for (const candidate of normalized) {
      const word = this.#trie.find(candidate)
      const quality = word === undefined ? 0 : (asked.meanings.get(word) ?? 0)
      if (quality > most) {
        best = candidate
        most = quality
      }
    }
    return best
  }

  remove(value: Value): void {
    const slot = this.#slots.get(value)
    if (slot === undefined) return
    this.#slots.delete(value)
    this.#documents[slot] = null
    this.#holes += 1
    if (this.#holes > 1_000 && this.#holes > this.#documents.length / 4) this.#sweep()
  }

  /**
   * Documents that have every word of the text, whole or as a beginning; with typing errors when there are none
   * else; with some of the words when no document has them all.
   *
   * @param boosts what to add to the score of a document, by its value
   */
  search(
    text: string,
    options: { readonly now: number; readonly boosts?: ReadonlyMap<Value, number> },
  ): Found<Value> {
    const strict = this.#attempt(text, { allowErrors: false, wantAll: true })
    if (strict.words.length === 0) return { values: [], scores: [], words: [], how: 'as asked' }
    if (strict.sureness >= surenessLeast) return this.#found(strict, 'as asked', options)
    const lenient = this.#attempt(text, { allowErrors: true, wantAll: true })
    if (lenient.slots.length > 0) {
      const how = lenient.sureness > strict.sureness ? 'errors' : 'as asked'
      return this.#found(lenient, how, options)
    }
    if (lenient.words.length === 1)
      return { values: [], scores: [], words: lenient.words, how: 'errors' }
    return this.#found(this.#attempt(text, { allowErrors: true, wantAll: false }), 'part', options)
  }

  /** Whether a document has every word of the text whole and as it is typed. */
  hasExactly(text: string): boolean {
    const { slots, sureness } = this.#attempt(text, { allowErrors: false, wantAll: true })
    return slots.length > 0 && sureness === 1
  }

  /** Every document there is: the answer to no words at all. */
  all(now: number): Found<Value> {
    const slots = this.#documents.flatMap((document, slot) => (document ? [slot] : []))
    for (const slot of slots) {
      this.#score[slot] = 0
      this.#nameCount[slot] = 0
    }
    return this.#found({ words: [], needed: 1, slots, sureness: 1 }, 'as asked', { now })
  }

  #attempt(text: string, how: { allowErrors: boolean; wantAll: boolean }): Attempt {
    const words = parseQuery(this.#trie, text, { ...how, wordsMost })
    const needed = words.filter((word) => !word.isStopWord)
    const run = this.#nextRun()
    const slots: number[] = []
    const inOrder = [...needed, ...words.filter((word) => word.isStopWord)]
    for (const [place, word] of inOrder.entries()) {
      const isFirst = place === 0
      const required = word.isStopWord ? needed.length : place
      this.#gather(word, { run, isOpen: isFirst || !how.wantAll, required, slots })
    }
    const fitting = how.wantAll
      ? slots.filter((slot) => (this.#wordCount[slot] ?? 0) >= needed.length)
      : bestCovered(slots, this.#wordCount, needed.length)
    const sureness = fitting.length === 0 ? 0 : Math.min(...needed.map(surestMeaning))
    return { words, needed: Math.max(1, needed.length), slots: fitting, sureness }
  }

  #gather(
    word: QueryWord,
    state: { run: number; isOpen: boolean; required: number; slots: number[] },
  ): void {
    const mark = this.#nextRun()
    const { run, isOpen, required, slots } = state
    for (const [number, quality] of word.meanings) {
      for (const place of this.#places[number] ?? []) {
        const slot = place >>> fieldBits
        const field = place & ((1 << fieldBits) - 1)
        if (this.#seenBy[slot] !== run) {
          if (!isOpen) continue
          this.#seenBy[slot] = run
          this.#score[slot] = 0
          this.#wordCount[slot] = 0
          this.#nameCount[slot] = 0
          if (this.#documents[slot]) slots.push(slot)
        }
        const score = quality * (fieldWeights[field] ?? 0)
        if (this.#seenByWord[slot] !== mark) {
          if ((this.#wordCount[slot] ?? 0) < required && !isOpen) continue
          this.#seenByWord[slot] = mark
          this.#wordScore[slot] = 0
          this.#wordCount[slot] = (this.#wordCount[slot] ?? 0) + 1
        }
        if (field === 0 && this.#namedByWord[slot] !== mark) {
          this.#namedByWord[slot] = mark
          this.#nameCount[slot] = (this.#nameCount[slot] ?? 0) + 1
        }
        const before = this.#wordScore[slot] ?? 0
        if (score > before) {
          this.#wordScore[slot] = score
          this.#score[slot] = (this.#score[slot] ?? 0) + score - before
        }
      }
    }
  }

  #found(
    attempt: Attempt,
    how: Found<Value>['how'],
    { now, boosts }: { now: number; boosts?: ReadonlyMap<Value, number> },
  ): Found<Value> {
    const values: Value[] = []
    const scores: number[] = []
    for (const slot of attempt.slots) {
      const document = this.#documents[slot]
      if (!document) continue
      const named = Math.min(1, (this.#nameCount[slot] ?? 0) / (this.#nameLengths[slot] ?? 1))
      values.push(document.value)
      scores.push(
        (this.#score[slot] ?? 0) / attempt.needed +
          named * wholeNameBonus +
          (this.#popularityScores[slot] ?? 0) -
          (document.overAt <= now ? overPenalty : 0) +
          (boosts?.get(document.value) ?? 0),
      )
    }
    return { values, scores, words: attempt.words, how }
  }

  #wordsOf(text: string): number[] {
    return normalizedWords(text).map((normalized) => this.#trie.add(normalized))
  }

  /** Venues, cities and people occur in many documents: their words are normalized once. */
  #wordsOfShared(text: string): readonly number[] {
    let words = this.#sharedTexts.get(text)
    if (!words) {
      words = this.#wordsOf(text)
      if (this.#sharedTexts.size >= sharedTextsMost) this.#sharedTexts.clear()
      this.#sharedTexts.set(text, words)
    }
    return words
  }

  #nextRun(): number {
    this.#run += 1
    return this.#run
  }

  #double(): void {
    const size = this.#score.length * 2
    this.#score = new Float32Array(size)
    this.#wordScore = new Float32Array(size)
    this.#wordCount = new Uint8Array(size)
    this.#nameCount = new Uint8Array(size)
    this.#seenBy = new Uint32Array(size)
    this.#seenByWord = new Uint32Array(size)
    this.#namedByWord = new Uint32Array(size)
  }

  /** Renumbers the remaining documents without reading their texts again. */
  #sweep(): void {
    const moved = new Map<number, number>()
    const documents: (SearchDocument<Value> | null)[] = []
    const nameLengths: number[] = []
    const popularityScores: number[] = []
    for (const [slot, document] of this.#documents.entries()) {
      if (!document) continue
      moved.set(slot, documents.length)
      this.#slots.set(document.value, documents.length)
      documents.push(document)
      nameLengths.push(this.#nameLengths[slot] ?? 1)
      popularityScores.push(this.#popularityScores[slot] ?? 0)
    }
    this.#places = this.#places.map((places) =>
      places.flatMap((place) => {
        const slot = moved.get(place >>> fieldBits)
        return slot === undefined ? [] : [(slot << fieldBits) | (place & ((1 << fieldBits) - 1))]
      }),
    )
    this.#documents = documents
    this.#nameLengths = nameLengths
    this.#popularityScores = popularityScores
    this.#holes = 0
  }
}

interface Attempt {
  readonly words: readonly QueryWord[]
  readonly needed: number
  readonly slots: readonly number[]
  readonly sureness: number
}

function popularityScore(popularity: number): number {
  return Math.min(1, Math.log1p(popularity) / Math.log1p(1_000)) * popularityBonus
}

function surestMeaning(word: QueryWord): number {
  let most = 0
  for (const quality of word.meanings.values()) most = Math.max(most, quality)
  return most
}

/** Those with the most of the words, and at least half of them. */
function bestCovered(
  slots: readonly number[],
  counts: Readonly<Uint8Array>,
  asked: number,
): number[] {
  let most = 0
  for (const slot of slots) most = Math.max(most, counts[slot] ?? 0)
  return most * 2 < asked ? [] : slots.filter((slot) => counts[slot] === most)
}
