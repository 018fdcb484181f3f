/**
 * Full-text index in memory, independent of shows and databases. Documents are added and removed one by one; removal
 * leaves gaps, which are compacted when there are many.
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
  /** From 0, on a logarithmic scale that ends at 1,000. */
  readonly popularity: number
  /** End of the item, in milliseconds since 1970; past items rank below upcoming ones. */
  readonly overAt: number
}

export interface Found<Value> {
  /** All matches, unordered. */
  readonly values: readonly Value[]
  /** Scores of `values`. */
  readonly scores: readonly number[]
  /** Query words with their matched words. */
  readonly words: readonly QueryWord[]
  /** `errors`: matched only with typing errors; `partial`: no document has all words. */
  readonly mode: 'exact' | 'errors' | 'partial'
}

/** Maximum number of query words; further words are ignored. */
const wordsMax = 8
/** Typing errors are considered when the least certain query word matches with a lower quality. */
const confidenceMin = 0.66

/** Scripts that the normal form of words knows; of others nothing would be left to compare. */
const sayable = /^[\p{Script=Latin}\p{Script=Georgian}\p{Script=Cyrillic}\p{N}\p{P} ]+$/u

/** Maximum number of texts whose normalised words are cached. */
const sharedTextsMax = 20_000

const wholeNameBonus = 0.15
const overPenalty = 0.3
const popularityBonus = 0.08

export class TextIndex<Value> {
  readonly #trie = new Trie()
  /** By word: slot and field of each occurrence, packed into one number. */
  #postings: number[][] = []
  #documents: (SearchDocument<Value> | null)[] = []
  /** Number of words of the document's shortest name. */
  #nameLengths: number[] = []
  /** Addition to a document's score by its popularity. */
  #popularityScores: number[] = []
  readonly #slots = new Map<Value, number>()
  readonly #sharedTexts = new Map<string, readonly number[]>()
  #gaps = 0
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

  /** Adds a document; its `value` must not be in the index yet. */
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
          const places = (this.#postings[word] ??= [])
          places.push((slot << fieldBits) | number)
        }
      }
    }
    this.#nameLengths.push(Math.max(1, nameLength))
  }

  /**
   * Whether one document contains all words of a text, whole and as they are written: then it says nothing that the
   * documents do not say.
   */
  says(text: string, now: number): boolean {
    if (!sayable.test(text)) return false
    const isWord = (part: string): boolean => {
      const words = normalizedWords(part)
      return words.length > 0 && words.every((word) => this.#trie.find(word) !== undefined)
    }
    // A dash between words says nothing.
    const parts = text.split(' ').filter((part) => /[^\p{P}]/u.test(part))
    if (parts.length === 0 || parts.length > wordsMax || !parts.every(isWord)) return false
    const { mode, values } = this.search(text, { now })
    return mode === 'exact' && values.length > 0
  }

  /** Whether a query word matched this normalised word of the index. */
  matchesWord(queryWord: QueryWord, normalized: string): boolean {
    const word = this.#trie.find(normalized)
    return word !== undefined && queryWord.meanings.has(word)
  }

  /** The best match of a query word among these normalised words; undefined when it matches none of them. */
  bestCandidate(queryWord: QueryWord, normalized: readonly string[]): string | undefined {
    let best: string | undefined
    let most = 0
    for (const candidate of normalized) {
      const word = this.#trie.find(candidate)
      const quality = word === undefined ? 0 : (queryWord.meanings.get(word) ?? 0)
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
    this.#gaps += 1
    if (this.#gaps > 1_000 && this.#gaps > this.#documents.length / 4) this.#compact()
  }

  /**
   * Returns documents that contain every word of the text, whole or as a prefix; failing that, with typing errors;
   * failing that, documents with most of the words.
   *
   * @param boosts additions to the scores of documents, by value
   */
  search(
    text: string,
    options: { readonly now: number; readonly boosts?: ReadonlyMap<Value, number> },
  ): Found<Value> {
    const strict = this.#attempt(text, { allowErrors: false, requireAll: true })
    if (strict.words.length === 0) return { values: [], scores: [], words: [], mode: 'exact' }
    if (strict.confidence >= confidenceMin) return this.#found(strict, 'exact', options)
    const lenient = this.#attempt(text, { allowErrors: true, requireAll: true })
    if (lenient.slots.length > 0) {
      const mode = lenient.confidence > strict.confidence ? 'errors' : 'exact'
      return this.#found(lenient, mode, options)
    }
    if (lenient.words.length === 1)
      return { values: [], scores: [], words: lenient.words, mode: 'errors' }
    return this.#found(
      this.#attempt(text, { allowErrors: true, requireAll: false }),
      'partial',
      options,
    )
  }

  /** Whether a document contains every word of the text whole and exactly as typed. */
  hasExactly(text: string): boolean {
    const { slots, confidence } = this.#attempt(text, { allowErrors: false, requireAll: true })
    return slots.length > 0 && confidence === 1
  }

  /** All documents: the result of an empty query. */
  all(now: number): Found<Value> {
    const slots = this.#documents.flatMap((document, slot) => (document ? [slot] : []))
    for (const slot of slots) {
      this.#score[slot] = 0
      this.#nameCount[slot] = 0
    }
    return this.#found({ words: [], needed: 1, slots, confidence: 1 }, 'exact', { now })
  }

  #attempt(text: string, how: { allowErrors: boolean; requireAll: boolean }): Attempt {
    const words = parseQuery(this.#trie, text, { ...how, wordsMax })
    const needed = words.filter((word) => !word.isStopWord)
    const run = this.#nextRun()
    const slots: number[] = []
    const ordered = [...needed, ...words.filter((word) => word.isStopWord)]
    for (const [place, word] of ordered.entries()) {
      const isFirst = place === 0
      const required = word.isStopWord ? needed.length : place
      this.#scoreWord(word, { run, isOpen: isFirst || !how.requireAll, required, slots })
    }
    const matching = how.requireAll
      ? slots.filter((slot) => (this.#wordCount[slot] ?? 0) >= needed.length)
      : withMostWords(slots, this.#wordCount, needed.length)
    const confidence = matching.length === 0 ? 0 : Math.min(...needed.map(bestQuality))
    return { words, needed: Math.max(1, needed.length), slots: matching, confidence }
  }

  #scoreWord(
    word: QueryWord,
    state: { run: number; isOpen: boolean; required: number; slots: number[] },
  ): void {
    const mark = this.#nextRun()
    const { run, isOpen, required, slots } = state
    for (const [number, quality] of word.meanings) {
      for (const place of this.#postings[number] ?? []) {
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
    mode: Found<Value>['mode'],
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
    return { values, scores, words: attempt.words, mode }
  }

  #wordsOf(text: string): number[] {
    return normalizedWords(text).map((normalized) => this.#trie.add(normalized))
  }

  /** Venues, cities and people occur in many documents, so their words are normalised once. */
  #wordsOfShared(text: string): readonly number[] {
    let words = this.#sharedTexts.get(text)
    if (!words) {
      words = this.#wordsOf(text)
      if (this.#sharedTexts.size >= sharedTextsMax) this.#sharedTexts.clear()
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
  #compact(): void {
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
    this.#postings = this.#postings.map((places) =>
      places.flatMap((place) => {
        const slot = moved.get(place >>> fieldBits)
        return slot === undefined ? [] : [(slot << fieldBits) | (place & ((1 << fieldBits) - 1))]
      }),
    )
    this.#documents = documents
    this.#nameLengths = nameLengths
    this.#popularityScores = popularityScores
    this.#gaps = 0
  }
}

interface Attempt {
  readonly words: readonly QueryWord[]
  readonly needed: number
  readonly slots: readonly number[]
  readonly confidence: number
}

function popularityScore(popularity: number): number {
  return Math.min(1, Math.log1p(popularity) / Math.log1p(1_000)) * popularityBonus
}

function bestQuality(word: QueryWord): number {
  let most = 0
  for (const quality of word.meanings.values()) most = Math.max(most, quality)
  return most
}

/** Documents with the highest number of matched words, if that is at least half of them. */
function withMostWords(
  slots: readonly number[],
  counts: Readonly<Uint8Array>,
  wordCount: number,
): number[] {
  let most = 0
  for (const slot of slots) most = Math.max(most, counts[slot] ?? 0)
  return most * 2 < wordCount ? [] : slots.filter((slot) => counts[slot] === most)
}
