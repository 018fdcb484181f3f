import type { HoldRequest, PlaceAllocation } from '../server/public-api.ts'

interface PlaceLeg {
  state: 'free' | 'held' | 'sold' | 'resale' | 'absent'
  holdId: string | null
  /** Milliseconds; only of a held one. */
  until: number
}

interface PoolPart {
  readonly holdId: string
  readonly poolId: number
  readonly legFrom: number
  readonly legTo: number
  quantity: number
  readonly sold: boolean
  until: number
}

/** The reference model: the inventory as plain lists, one command after the other. */
export class Model {
  now = 0
  readonly placeLegs = new Map<string, PlaceLeg>()
  parts: PoolPart[] = []
  readonly #capacities: ReadonlyMap<number, number>
  readonly #legCount: number

  constructor(placeCount: number, legCount: number, capacities: ReadonlyMap<number, number>) {
    this.#capacities = capacities
    this.#legCount = legCount
    for (let placeId = 1; placeId <= placeCount; placeId += 1)
      for (let leg = 0; leg < legCount; leg += 1)
        this.placeLegs.set(`${placeId}.${leg}`, { state: 'free', holdId: null, until: 0 })
  }

  /** Decides the requests of a batch in order, after expired holds of the requested pools are removed. */
  hold(requests: readonly HoldRequest[]): boolean[] {
    this.#reclaim(requests.flatMap((request) => request.pools.map((pool) => pool.poolId)))
    return requests.map((request) => {
      const legs = this.#legsOf(request)
      const fits =
        legs.every((leg) => this.#isFreeFor(leg, request.holdId)) &&
        request.pools.every(({ poolId, quantity }) => this.left(poolId, request) >= quantity)
      if (!fits) return false
      const until = request.until.getTime()
      for (const leg of legs) Object.assign(leg, { state: 'held', holdId: request.holdId, until })
      for (const { poolId, quantity } of request.pools)
        this.#add(request, poolId, quantity, false, until)
      return true
    })
  }

  extend(holdIds: readonly string[], until: Date): boolean {
    const legs = [...this.placeLegs.values()].filter(
      (leg) => leg.state === 'held' && holdIds.includes(leg.holdId ?? ''),
    )
    const parts = this.parts.filter((part) => !part.sold && holdIds.includes(part.holdId))
    const held = [...legs, ...parts]
    const whole =
      holdIds.every((holdId) => held.some((one) => one.holdId === holdId)) &&
      held.every((one) => one.until > this.now)
    if (whole) for (const one of held) one.until = until.getTime()
    return whole
  }

  release(
    holdId: string,
    only?: { places: readonly number[]; pools: readonly { poolId: number; quantity: number }[] },
  ): void {
    for (const [name, leg] of this.placeLegs) {
      const placeId = Number.parseInt(name, 10)
      if (leg.state !== 'held' || leg.holdId !== holdId) continue
      if (!only || only.places.includes(placeId))
        Object.assign(leg, { state: 'free', holdId: null })
    }
    const held = this.parts
      .filter((part) => part.holdId === holdId && !part.sold)
      .toSorted((a, b) => a.legFrom - b.legFrom || a.legTo - b.legTo)
    if (!only) for (const part of held) part.quantity = 0
    for (const wanted of only?.pools ?? []) {
      let missing = wanted.quantity
      for (const part of held.filter((one) => one.poolId === wanted.poolId)) {
        const given = Math.min(missing, part.quantity)
        part.quantity -= given
        missing -= given
      }
    }
    this.#forgetEmpty()
  }

  sell(allocation: PlaceAllocation): boolean {
    const legs = this.#legsOf(allocation)
    const free = legs.every(
      (leg) =>
        this.#isFreeFor(leg, allocation.holdId) ||
        (leg.state === 'sold' && leg.holdId === allocation.holdId),
    )
    if (!free) return false
    const live = this.parts.filter(
      (part) =>
        part.sold ||
        part.until > this.now ||
        !allocation.pools.some((p) => p.poolId === part.poolId),
    )
    const before = this.parts
    this.parts = live
    const fits = allocation.pools.every(({ poolId, quantity }) => {
      const ours = live.filter((part) => isSame(part, allocation, poolId))
      const had = ours.reduce((sum, part) => sum + part.quantity, 0)
      return quantity <= had || this.left(poolId, allocation) >= quantity - had
    })
    if (!fits) {
      this.parts = before
      return false
    }
    for (const leg of legs) Object.assign(leg, { state: 'sold', holdId: allocation.holdId })
    for (const { poolId, quantity } of allocation.pools) {
      const sold = live.find((part) => part.sold && isSame(part, allocation, poolId))?.quantity ?? 0
      const held = live.find((part) => !part.sold && isSame(part, allocation, poolId))
      const unsold = Math.max(0, quantity - sold)
      if (held) held.quantity -= Math.min(unsold, held.quantity)
      if (unsold > 0) this.#add(allocation, poolId, unsold, true, 0)
    }
    this.#forgetEmpty()
    return true
  }

  releaseOrder(allocation: PlaceAllocation, asResale: boolean): void {
    for (const leg of this.#legsOf(allocation))
      if (leg.state === 'sold' && leg.holdId === allocation.holdId)
        Object.assign(leg, { state: asResale ? 'resale' : 'free', holdId: null })
    for (const { poolId, quantity } of allocation.pools) {
      const part = this.parts.find((one) => one.sold && isSame(one, allocation, poolId))
      if (part) part.quantity -= Math.min(quantity, part.quantity)
    }
    this.#forgetEmpty()
  }

  sweep(): void {
    this.#reclaim([...this.#capacities.keys()])
  }

  /** What a new caller sees on this leg range. */
  left(poolId: number, stretch: { legFrom: number; legTo: number }): number {
    let least = Number.POSITIVE_INFINITY
    for (let leg = stretch.legFrom; leg < stretch.legTo; leg += 1) {
      const taken = this.parts
        .filter((part) => part.poolId === poolId && part.legFrom <= leg && leg < part.legTo)
        .filter((part) => part.sold || part.until > this.now)
        .reduce((sum, part) => sum + part.quantity, 0)
      const capacity = leg < this.#legCount ? (this.#capacities.get(poolId) ?? -1) : -1
      least = Math.min(least, capacity - taken)
    }
    return least
  }

  #legsOf(allocation: PlaceAllocation): PlaceLeg[] {
    return [...new Set(allocation.places)].flatMap((placeId) =>
      Array.from(
        { length: allocation.legTo - allocation.legFrom },
        (_, offset): PlaceLeg =>
          this.placeLegs.get(`${placeId}.${allocation.legFrom + offset}`) ?? {
            state: 'absent',
            holdId: null,
            until: 0,
          },
      ),
    )
  }

  #isFreeFor(leg: PlaceLeg, holdId: string): boolean {
    if (leg.state === 'free' || leg.state === 'resale') return true
    return leg.state === 'held' && (leg.until <= this.now || leg.holdId === holdId)
  }

  #add(
    allocation: PlaceAllocation,
    poolId: number,
    quantity: number,
    sold: boolean,
    until: number,
  ): void {
    const part = this.parts.find((one) => one.sold === sold && isSame(one, allocation, poolId))
    if (part) Object.assign(part, { quantity: part.quantity + quantity, until })
    else {
      const { holdId, legFrom, legTo } = allocation
      this.parts.push({ holdId, poolId, legFrom, legTo, quantity, sold, until })
    }
  }

  #reclaim(poolIds: readonly number[]): void {
    this.parts = this.parts.filter(
      (part) => part.sold || part.until > this.now || !poolIds.includes(part.poolId),
    )
  }

  #forgetEmpty(): void {
    this.parts = this.parts.filter((part) => part.quantity > 0)
  }
}

function isSame(part: PoolPart, allocation: PlaceAllocation, poolId: number): boolean {
  return (
    part.holdId === allocation.holdId &&
    part.poolId === poolId &&
    part.legFrom === allocation.legFrom &&
    part.legTo === allocation.legTo
  )
}
