type CountedField<Misbehaviour> = {
  [K in keyof Misbehaviour]-?: K extends `${string}Calls` ? K : never
}[keyof Misbehaviour] &
  string

/**
 * Current faults of a payment service, for all payments or for one, of which the latter take precedence.
 * Fields that end in `Calls` count down.
 */
export class FaultRegistry<Misbehaviour extends object> {
  #global: Partial<Misbehaviour> = {}
  readonly #byPayment = new Map<string, Partial<Misbehaviour>>()

  /** Adds faults to the current ones; without an id they apply to all payments. */
  add(faults: Partial<Misbehaviour>, id?: string): void {
    if (id === undefined) this.#global = { ...this.#global, ...faults }
    else this.#byPayment.set(id, { ...this.#byPayment.get(id), ...faults })
  }

  /** Removes all faults. */
  clear(): void {
    this.#global = {}
    this.#byPayment.clear()
  }

  /** Reads a fault; that of the payment takes precedence over the global one. */
  read<K extends keyof Misbehaviour>(field: K, id?: string): Misbehaviour[K] | undefined {
    const own = id === undefined ? undefined : this.#byPayment.get(id)?.[field]
    return own ?? this.#global[field]
  }

  /** Uses up one call of a counted fault; true if this call is faulty. */
  spend(field: CountedField<Misbehaviour>, id?: string): boolean {
    const own = id === undefined ? undefined : this.#byPayment.get(id)
    for (const faults of [own, this.#global]) {
      const left = faults?.[field]
      if (faults && typeof left === 'number' && left > 0) {
        Object.assign(faults, { [field]: left - 1 })
        return true
      }
    }
    return false
  }

  /** The current faults, for the control calls. */
  list(): { global: Partial<Misbehaviour>; payments: Record<string, Partial<Misbehaviour>> } {
    return { global: this.#global, payments: Object.fromEntries(this.#byPayment) }
  }
}
