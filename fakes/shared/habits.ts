type CountedField<Misbehaviour> = {
  [K in keyof Misbehaviour]-?: K extends `${string}Calls` ? K : never
}[keyof Misbehaviour] &
  string

/**
 * The present bad habits of a payment service: some for all payments, some for one. One payment's come first.
 * Fields that end in `Calls` count down.
 */
export class Habits<Misbehaviour extends object> {
  #global: Partial<Misbehaviour> = {}
  readonly #byPayment = new Map<string, Partial<Misbehaviour>>()

  /** Adds habits to what is set already. Without an id they hold for every payment. */
  add(habits: Partial<Misbehaviour>, id?: string): void {
    if (id === undefined) this.#global = { ...this.#global, ...habits }
    else this.#byPayment.set(id, { ...this.#byPayment.get(id), ...habits })
  }

  /** Forgets all habits: the service is honest again. */
  clear(): void {
    this.#global = {}
    this.#byPayment.clear()
  }

  /** Reads one habit, the payment's own before the global one. */
  read<K extends keyof Misbehaviour>(field: K, id?: string): Misbehaviour[K] | undefined {
    const own = id === undefined ? undefined : this.#byPayment.get(id)?.[field]
    return own ?? this.#global[field]
  }

  /** Spends one call of a counted habit. True when this call is to be spoilt. */
  spend(field: CountedField<Misbehaviour>, id?: string): boolean {
    const own = id === undefined ? undefined : this.#byPayment.get(id)
    for (const habits of [own, this.#global]) {
      const left = habits?.[field]
      if (habits && typeof left === 'number' && left > 0) {
        Object.assign(habits, { [field]: left - 1 })
        return true
      }
    }
    return false
  }

  /** What is set now, for the control listing. */
  list(): { global: Partial<Misbehaviour>; payments: Record<string, Partial<Misbehaviour>> } {
    return { global: this.#global, payments: Object.fromEntries(this.#byPayment) }
  }
}
