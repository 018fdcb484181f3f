/**
 * All words of the index as a trie in flat arrays: words with a given prefix, and words within an edit distance, are
 * found without visiting the others.
 */

/** Cost of an error; the substitution of a letter that sounds or looks similar costs half. */
export const errorCost = 2

const similarWords = new Set(
  ['xs', 'qc', 'jz', 'cs', 'zs', 'gk', 'hk', 'bp', 'dt', 'vu', 'ei', 'vb', 'ao', 'gh'].flatMap(
    (pair) => [
      pair.charCodeAt(0) * 65_536 + pair.charCodeAt(1),
      pair.charCodeAt(1) * 65_536 + pair.charCodeAt(0),
    ],
  ),
)

export interface SimilarWord {
  readonly word: number
  /** Edit cost from the query word to this one. */
  readonly cost: number
  /** Edit cost from the query word to a prefix of this one; never more than `cost`. */
  readonly prefixCost: number
}

const none = -1

export class Trie {
  #character = new Uint16Array(1024)
  #firstChild = new Int32Array(1024).fill(none)
  #nextSibling = new Int32Array(1024).fill(none)
  #wordAt = new Int32Array(1024).fill(none)
  #nodes = 1
  readonly #words: string[] = []

  /** Returns the number of a word, adding it if it is new. */
  add(word: string): number {
    let node = 0
    for (let at = 0; at < word.length; at += 1) {
      const character = word.charCodeAt(at)
      const child = this.#childOf(node, character)
      node = child === none ? this.#addChild(node, character) : child
    }
    const known = this.#wordAt[node] ?? none
    if (known !== none) return known
    this.#words.push(word)
    this.#wordAt[node] = this.#words.length - 1
    return this.#words.length - 1
  }

  find(word: string): number | undefined {
    const node = this.#nodeOf(word)
    const found = node === none ? none : (this.#wordAt[node] ?? none)
    return found === none ? undefined : found
  }

  word(number: number): string {
    return this.#words[number] ?? ''
  }

  get size(): number {
    return this.#words.length
  }

  get nodeCount(): number {
    return this.#nodes
  }

  /** Visits every word with this prefix, including the prefix itself. */
  forEachWithPrefix(prefix: string, visit: (word: number) => void): void {
    const start = this.#nodeOf(prefix)
    if (start !== none) this.#visitSubtree(start, visit)
  }

  /** Visits words within the edit cost `budget` of `query`, or with such a word as prefix. */
  forEachSimilar(query: string, budget: number, visit: (found: SimilarWord) => void): void {
    const width = query.length + 1
    const depthMax = query.length + budget + 2
    const rows = Array.from({ length: depthMax + 2 }, () => new Int16Array(width))
    const codes = Array.from(query, (_, at) => query.charCodeAt(at))
    const path = new Int32Array(depthMax + 2)
    const first = rows[0]
    if (!first) return
    for (let at = 0; at < width; at += 1) first[at] = at * errorCost
    const descend = (node: number, depth: number, prefixCost: number): void => {
      for (
        let child = this.#firstChild[node] ?? none;
        child !== none;
        child = this.#nextSibling[child] ?? none
      ) {
        const character = this.#character[child] ?? 0
        path[depth] = character
        const minimum = fillRow(rows, path, codes, depth + 1, character)
        const whole = rows[depth + 1]?.[width - 1] ?? budget + 1
        const bestPrefixCost = Math.min(prefixCost, whole)
        const word = this.#wordAt[child] ?? none
        if (word !== none && bestPrefixCost <= budget)
          visit({ word, cost: whole, prefixCost: bestPrefixCost })
        if (minimum <= budget && depth + 1 < depthMax) descend(child, depth + 1, bestPrefixCost)
        else if (bestPrefixCost <= budget)
          this.#visitDescendants(child, (found) =>
            visit({ word: found, cost: budget + 1, prefixCost: bestPrefixCost }),
          )
      }
    }
    descend(0, 0, budget + 1)
  }

  #nodeOf(word: string): number {
    let node = 0
    for (let at = 0; at < word.length && node !== none; at += 1)
      node = this.#childOf(node, word.charCodeAt(at))
    return node
  }

  #visitSubtree(node: number, visit: (word: number) => void): void {
    const word = this.#wordAt[node] ?? none
    if (word !== none) visit(word)
    this.#visitDescendants(node, visit)
  }

  #visitDescendants(node: number, visit: (word: number) => void): void {
    for (
      let child = this.#firstChild[node] ?? none;
      child !== none;
      child = this.#nextSibling[child] ?? none
    )
      this.#visitSubtree(child, visit)
  }

  #childOf(node: number, character: number): number {
    let child = this.#firstChild[node] ?? none
    while (child !== none && this.#character[child] !== character)
      child = this.#nextSibling[child] ?? none
    return child
  }

  #addChild(parent: number, character: number): number {
    if (this.#nodes === this.#character.length) this.#double()
    const node = this.#nodes
    this.#nodes += 1
    this.#character[node] = character
    this.#nextSibling[node] = this.#firstChild[parent] ?? none
    this.#firstChild[parent] = node
    return node
  }

  #double(): void {
    const characters = new Uint16Array(this.#nodes * 2)
    characters.set(this.#character)
    this.#character = characters
    this.#firstChild = doubled(this.#firstChild)
    this.#nextSibling = doubled(this.#nextSibling)
    this.#wordAt = doubled(this.#wordAt)
  }
}

function doubled(list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(list.length * 2).fill(none)
  larger.set(list)
  return larger
}

/**
 * Computes the row of the edit distance (insertion, deletion, substitution, transposition) for the letter at `depth`.
 * Returns the row's minimum, a lower bound for all words below.
 */
function fillRow(
  rows: readonly Int16Array[],
  path: Int32Array,
  codes: readonly number[],
  depth: number,
  character: number,
): number {
  const row = rows[depth]
  const before = rows[depth - 1]
  if (!row || !before) return Number.MAX_SAFE_INTEGER
  const twoBefore = rows[depth - 2]
  row[0] = depth * errorCost
  let minimum = row[0]
  for (let at = 1; at <= codes.length; at += 1) {
    const code = codes[at - 1] ?? 0
    const same = before[at - 1] ?? 0
    let cost = same + substitution(code, character)
    cost = Math.min(cost, (before[at] ?? 0) + errorCost, (row[at - 1] ?? 0) + errorCost)
    if (at > 1 && twoBefore && code === path[depth - 2] && codes[at - 2] === character)
      cost = Math.min(cost, (twoBefore[at - 2] ?? 0) + errorCost)
    row[at] = cost
    if (cost < minimum) minimum = cost
  }
  return minimum
}

function substitution(left: number, right: number): number {
  if (left === right) return 0
  return similarWords.has(left * 65_536 + right) ? errorCost / 2 : errorCost
}
