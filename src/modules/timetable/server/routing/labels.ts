/** Search labels: arrivals and readiness to board, each with its price and predecessor. */

export const none = -1

/** Growing columns; a label is an index into all of them. */
export class Labels {
  time = new Int32Array(1024)
  price = new Float64Array(1024)
  round = new Uint8Array(1024)
  /** Number of the departure for which the label was created. */
  iteration = new Int32Array(1024)
  /** The preceding label. */
  parent = new Int32Array(1024)
  /** The chain of the ride that ended here; -1 for labels that are ready to board. */
  chain = new Int32Array(1024)
  vehicle = new Int32Array(1024)
  boarding = new Int32Array(1024)
  alighting = new Int32Array(1024)
  /** The next label in the same bag. */
  next = new Int32Array(1024)
  count = 0

  add(time: number, price: number, round: number, iteration: number, parent: number): number {
    if (this.count === this.time.length) this.#grow()
    const label = this.count
    this.count += 1
    this.time[label] = time
    this.price[label] = price
    this.round[label] = round
    this.iteration[label] = iteration
    this.parent[label] = parent
    this.chain[label] = none
    return label
  }

  #grow(): void {
    this.time = larger(this.time, new Int32Array(this.count * 2))
    this.price = larger(this.price, new Float64Array(this.count * 2))
    this.round = larger(this.round, new Uint8Array(this.count * 2))
    this.iteration = larger(this.iteration, new Int32Array(this.count * 2))
    this.parent = larger(this.parent, new Int32Array(this.count * 2))
    this.chain = larger(this.chain, new Int32Array(this.count * 2))
    this.vehicle = larger(this.vehicle, new Int32Array(this.count * 2))
    this.boarding = larger(this.boarding, new Int32Array(this.count * 2))
    this.alighting = larger(this.alighting, new Int32Array(this.count * 2))
    this.next = larger(this.next, new Int32Array(this.count * 2))
  }
}

function larger<Column extends { set(values: Column): void }>(
  column: Column,
  room: Column,
): Column {
  room.set(column)
  return room
}

/** The non-dominated labels of each stop, by time, price and number of rides. */
export class Bags {
  readonly #labels: Labels
  readonly heads: Int32Array

  constructor(labels: Labels, count: number) {
    this.#labels = labels
    this.heads = new Int32Array(count).fill(none)
  }

  /** Whether a label in this bag is at least as good in all criteria. */
  isDominated(bag: number, time: number, price: number, round: number): boolean {
    const labels = this.#labels
    for (let one = this.heads[bag] ?? none; one !== none; one = labels.next[one] ?? none)
      if (
        (labels.time[one] ?? 0) <= time &&
        (labels.price[one] ?? 0) <= price &&
        (labels.round[one] ?? 0) <= round
      )
        return true
    return false
  }

  /** Adds a label and removes those it dominates. */
  put(bag: number, label: number): void {
    const labels = this.#labels
    const [time, price, round] = [
      labels.time[label] ?? 0,
      labels.price[label] ?? 0,
      labels.round[label] ?? 0,
    ]
    let last = none
    for (let one = this.heads[bag] ?? none; one !== none;) {
      const next = labels.next[one] ?? none
      const isWorse =
        time <= (labels.time[one] ?? 0) &&
        price <= (labels.price[one] ?? 0) &&
        round <= (labels.round[one] ?? 0)
      if (!isWorse) last = one
      else if (last === none) this.heads[bag] = next
      else labels.next[last] = next
      one = next
    }
    labels.next[label] = this.heads[bag] ?? none
    this.heads[bag] = label
  }
}
