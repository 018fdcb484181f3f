/**
 * All words of the index as one tree of letters in flat arrays: the words that begin with some letters, and
 * those that are like a word but for a few errors, are found without looking at the others.
 */

/** What an error costs; a letter taken for one that sounds or looks alike costs half. */
export const errorCost = 2

const similarWords = new Set(
  ['xs', 'qc', 'jz', 'cs', 'zs', 'gk', 'hk', 'bp', 'dt', 'vu', 'ei', 'vb', 'ao', 'gh'].flatMap(
    (pair) => [
      pair.charCodeAt(0) * 65_536 + pair.charCodeAt(1),
      pair.charCodeAt(1) * 65_536 + pair.charCodeAt(0),
    ],
  ),
)

export interface LikeWord {
  readonly word: number
  /** Edit cost from the query word to this one. */
  readonly cost: number
  /** Cost of turning it into a beginning of this one; never more than `cost`. */
  readonly beginningCost: number
}

const none = -1

export class Trie {
  #character = new Uint16Array(1024)
  #firstChild = new Int32Array(1024).fill(none)
  #nextSibling = new Int32Array(1024).fill(none)
  #wordAt = new Int32Array(1024).fill(none)
  #nodes = 1
  readonly #words: string[] = []

  /** Number of a word, given to it when it is first seen. */
  add(word: string): number {
    let node = 0
    for (let at = 0; at < word.length; at += 1) {
      const character = word.charCodeAt(at)
      const child = this.#childOf(node, character)
      node = child === none ? this.#grow(node, character) : child
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

  /** Every word that begins so, itself too. */
  beginningWith(beginning: string, visit: (word: number) => void): void {
    const start = this.#nodeOf(beginning)
    if (start !== none) this.#under(start, visit)
  }

  /** Words within the edit cost `budget` of `asked`, or with such a word as prefix. */
  like(asked: string, budget: number, visit: (found: LikeWord) => void): void {
    const width = asked.length + 1
    const depthMost = asked.length + budget + 2
    const rows = Array.from({ length: depthMost + 2 }, () => new Int16Array(width))
    const codes = Array.from(asked, (_, at) => asked.charCodeAt(at))
    const path = new Int32Array(depthMost + 2)
    const first = rows[0]
    if (!first) return
    for (let at = 0; at < width; at += 1) first[at] = at * errorCost
    const descend = (node: number, depth: number, beginningCost: number): void => {
      for (
        let child = this.#firstChild[node] ?? none;
        child !== none;
        child = this.#nextSibling[child] ?? none
      ) {
        const character = this.#character[child] ?? 0
        path[depth] = character
        const least = fillRow(rows, path, codes, depth + 1, character)
        const whole = rows[depth + 1]?.[width - 1] ?? budget + 1
        const beginning = Math.min(beginningCost, whole)
        const word = this.#wordAt[child] ?? none
        if (word !== none && beginning <= budget)
          visit({ word, cost: whole, beginningCost: beginning })
        if (least <= budget && depth + 1 < depthMost) descend(child, depth + 1, beginning)
        else if (beginning <= budget)
          this.#below(child, (found) =>
            visit({ word: found, cost: budget + 1, beginningCost: beginning }),
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

  #under(node: number, visit: (word: number) => void): void {
    const word = this.#wordAt[node] ?? none
    if (word !== none) visit(word)
    this.#below(node, visit)
  }

  #below(node: number, visit: (word: number) => void): void {
    for (
      let child = this.#firstChild[node] ?? none;
      child !== none;
      child = this.#nextSibling[child] ?? none
    )
      this.#under(child, visit)
  }

  #childOf(node: number, character: number): number {
    let child = this.#firstChild[node] ?? none
    while (child !== none && this.#character[child] !== character)
      child = this.#nextSibling[child] ?? none
    return child
  }

  #grow(parent: number, character: number): number {
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
 * One more row of the edit distance (insertion, omission, substitution, and neighbours that changed places)
 * for the letter at `depth`. Answers the row's least value: nothing below can cost less.
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
  const beforeThat = rows[depth - 2]
  row[0] = depth * errorCost
  let least = row[0]
  for (let at = 1; at <= codes.length; at += 1) {
    const code = codes[at - 1] ?? 0
    const same = before[at - 1] ?? 0
    let cost = same + substitution(code, character)
    cost = Math.min(cost, (before[at] ?? 0) + errorCost, (row[at - 1] ?? 0) + errorCost)
    if (at > 1 && beforeThat && code === path[depth - 2] && codes[at - 2] === character)
      cost = Math.min(cost, (beforeThat[at - 2] ?? 0) + errorCost)
    row[at] = cost
    if (cost < least) least = cost
  }
  return least
}

function substitution(left: number, right: number): number {
  if (left === right) return 0
  return similarWords.has(left * 65_536 + right) ? errorCost / 2 : errorCost
}
