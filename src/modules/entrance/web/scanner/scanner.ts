/** A scanner: its offline store, its decisions, and its unsynchronised scans. Pages see only its state. */
import { CallError, type Client } from '#contract/client.ts'
import {
  entranceList,
  entranceLog,
  entrancePassengers,
  entranceScan,
  entranceSync,
  type ScanView,
} from '../../contract.ts'
import type { ListedTicket } from '../../ticket-list.ts'
import { decide, firstKnown, isOwnList, type StoredData } from './decide.ts'
import type { Readings } from './key-readings.ts'
import { openOfflineStore, proofOf, type OfflineStore } from './offline-store.ts'
import { withItem, type Station } from './station.ts'
import { loadVerifier } from './verify-signature.ts'
import {
  type Answer,
  type CachedList,
  type Passengers,
  type ScannerState,
  nothing,
} from './scanner-state.ts'
import {
  afterAdmission,
  countTickets,
  downloaded,
  lacksUses,
  restored,
  unlisted,
  withOwnAdmissions,
  withUnsynced,
} from './device-tickets.ts'
import { batchesOf, gatesFor, journeyOf, placeOf, storedPassenger } from './scan-details.ts'

/** After this time without a response from the server the device decides by itself. */
const answerMilliseconds = 2_500
const refreshMilliseconds = 15_000

export class Scanner {
  readonly #client: Client
  readonly #listeners = new Set<() => void>()
  #state = nothing
  #store: OfflineStore | undefined
  #deviceId = ''
  #sequence = 0
  #tickets = new Map<number, ListedTicket>()
  #timer: ReturnType<typeof setInterval> | undefined
  #telling: Promise<void> | undefined
  /** Uploaded uses of passes may have been counted before: the next list is a whole one. */
  #mustReload = false

  constructor(client: Client) {
    this.#client = client
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly read = (): ScannerState => this.#state

  /** Restores the stored state of the device; returns the function that stops it. */
  async start(): Promise<() => void> {
    this.#store = await openOfflineStore()
    this.#deviceId = (await this.#store.read<string>('device')) ?? crypto.randomUUID()
    this.#sequence = (await this.#store.read<number>('sequence')) ?? 0
    await this.#store.write('device', this.#deviceId)
    const kept = await this.#store.read<Station>('post')
    const station = kept ? withItem(kept) : null
    const leftStation = (await this.#store.read<Station>('left')) ?? null
    // A list stored by an older version without other sources names no item: it is downloaded again.
    const listed = await this.#store.read<Partial<CachedList> | null>('list')
    const list = listed?.itemId === undefined ? null : (listed as CachedList)
    const passengers = (await this.#store.read<Passengers>('passengers')) ?? null
    const tickets = (await this.#store.read<ListedTicket[] | null>('tickets')) ?? []
    const clockOffSeconds = (await this.#store.read<number>('clockOff')) ?? 0
    const scans = await this.#store.readScans()
    this.#tickets = restored(tickets, scans)
    const unsynced = scans.length
    this.#tell({
      isReady: true,
      station,
      leftStation: list ? leftStation : null,
      list,
      passengers,
      unsynced,
      clockOffSeconds,
      isOnline: navigator.onLine,
    })
    // Without a network nothing else counts the stored tickets before the next scan.
    this.#tell(this.#counts())
    const refresh = () => void this.refresh()
    const offline = () => this.#tell({ isOnline: false })
    window.addEventListener('online', refresh)
    window.addEventListener('offline', offline)
    this.#timer = setInterval(refresh, refreshMilliseconds)
    refresh()
    // Where it cannot be had, the page says so.
    void loadVerifier().then(
      () => this.#tell({ canVerify: true }),
      () => undefined,
    )
    return () => {
      clearInterval(this.#timer)
      window.removeEventListener('online', refresh)
      window.removeEventListener('offline', offline)
    }
  }

  /** Sets the device's station; its list is downloaded before the first scan. */
  async take(station: Station): Promise<void> {
    this.#tickets = new Map()
    await this.#store?.write('post', station)
    await this.#store?.write('left', null)
    await this.#store?.write('passengers', null)
    this.#tell({
      station,
      leftStation: null,
      list: null,
      verdict: null,
      passengers: null,
      conflicts: [],
      newest: [],
      mustSignIn: false,
    })
    await this.#fetchList()
    await this.#fetchPassengers()
  }

  /** Leaves the station; unsynced scans are kept, and its list, so that it can be resumed without a network. */
  async leave(): Promise<void> {
    const { station, list } = this.#state
    const leftStation = list ? station : null
    await this.#store?.write('post', null)
    await this.#store?.write('left', leftStation)
    this.#tell({ station: null, leftStation, verdict: null })
  }

  /** Returns to the station that was left last. */
  async resume(): Promise<void> {
    const { leftStation } = this.#state
    if (!leftStation) return
    await this.#store?.write('post', leftStation)
    await this.#store?.write('left', null)
    this.#tell({ station: leftStation, leftStation: null })
    this.#tell(this.#counts())
    void this.refresh()
  }

  /** Deletes everything about the station but unsynced scans, when its staff member signs out. */
  async forget(): Promise<void> {
    this.#tickets = new Map()
    for (const name of ['post', 'left', 'list', 'tickets', 'passengers'])
      await this.#store?.write(name, null)
    const nobody = { station: null, leftStation: null, list: null, verdict: null, passengers: null }
    this.#tell({ ...nobody, conflicts: [], newest: [] })
  }

  /** As far as this device knows. */
  readonly isUsed = (ticketId: number): boolean =>
    typeof this.#tickets.get(ticketId)?.usedAtSeconds === 'number'

  dismiss(): void {
    this.#tell({ verdict: null })
  }

  /** Of several readings the one that a ticket here has is taken; if none has, the most likely. */
  async scan({ texts, isOtherLayout }: Readings): Promise<void> {
    const { station, list } = this.#state
    const [likely] = texts
    if (!station || !list || likely === undefined) return
    const text = (await firstKnown(texts, this.#storedOf(station, list))) ?? likely
    this.#sequence += 1
    const sequence = this.#sequence
    await this.#store?.write('sequence', sequence)
    const scan = await this.#askServer(text, station, sequence)
    const answer = scan
      ? await this.#verdictOf(scan, station)
      : await this.#answerAlone(text, station, list, sequence)
    const verdict = { ...answer, isOtherLayout: isOtherLayout && answer.outcome === 'Unknown' }
    if (verdict.outcome === 'Admitted') await this.#countUse()
    this.#tell({ verdict, ...this.#counts() })
  }

  /** Counts an admission with a ticket of several uses until the next list does. */
  async #countUse(): Promise<void> {
    const { list } = this.#state
    if (typeof list?.item.admitted !== 'number') return
    const item = { ...list.item, admitted: list.item.admitted + 1 }
    await this.#store?.write('list', { ...list, item })
    this.#tell({ list: { ...list, item } })
  }

  /** Uploads unsynced scans, and downloads changes. */
  async refresh(): Promise<void> {
    this.#telling ??= this.#refreshOnce().finally(() => (this.#telling = undefined))
    return this.#telling
  }

  async #refreshOnce(): Promise<void> {
    const { station, unsynced } = this.#state
    if (!station && unsynced === 0) return
    try {
      // Also after the station was left without a network.
      await this.#syncUnsynced()
      await this.#fetchList()
      await this.#fetchPassengers()
      await this.#fetchLog()
      this.#tell({ isOnline: true, mustSignIn: false })
    } catch (error) {
      this.#recordFailure(error)
    }
  }

  async #askServer(text: string, station: Station, sequence: number): Promise<ScanView | null> {
    if (!navigator.onLine) return null
    const [deviceId, code] = [this.#deviceId, text.slice(0, 200)]
    const body = { deviceId, ...placeOf(station), sequence, code }
    try {
      const signal = AbortSignal.timeout(answerMilliseconds)
      const scan = await this.#client.send(entranceScan, { body }, { signal })
      this.#tell({ isOnline: true, mustSignIn: false })
      return scan
    } catch (error) {
      this.#recordFailure(error)
      return null
    }
  }

  #recordFailure(error: unknown): void {
    const isRefused = error instanceof CallError && error.status < 500
    this.#tell({
      isOnline: isRefused,
      mustSignIn: isRefused ? error.status === 401 : this.#state.mustSignIn,
    })
  }

  async #verdictOf(scan: ScanView, station: Station): Promise<Answer> {
    const unsynced = (await this.#store?.readScans()) ?? []
    const listed = scan.ticket && this.#tickets.get(scan.ticket.ticketId)
    const usedAtSeconds = scan.usedAt ? Math.floor(Date.parse(scan.usedAt) / 1000) : null
    if (listed && usedAtSeconds !== null) this.#put({ ...listed, usedAtSeconds })
    if (listed && scan.usesLeft !== null && scan.outcome === 'Admitted')
      this.#put(withUnsynced({ ...listed, usesLeft: scan.usesLeft }, unsynced))
    return {
      number: scan.sequence,
      outcome: scan.outcome,
      isOffline: false,
      typeName:
        scan.ticket?.typeName ?? (listed ? (station.typeNames[listed.ticketTypeId] ?? null) : null),
      journey: scan.journey,
      passenger: scan.passenger,
      answers: scan.extras,
      scan,
      usedAtSeconds,
      usesLeft: scan.usesLeft,
      now: Date.now() + this.#state.clockOffSeconds * 1000,
      gates: gatesFor(station, listed || undefined),
    }
  }

  async #answerAlone(
    text: string,
    station: Station,
    list: CachedList,
    sequence: number,
  ): Promise<Answer> {
    const now = Date.now() + this.#state.clockOffSeconds * 1000
    const decision = await decide(text, this.#storedOf(station, list), now)
    const { outcome, ticketId, issueNumber } = decision
    const scannedAt = new Date().toISOString()
    const { source, itemId, stop, gateId } = station
    const place = { source, itemId, stop, gateId, ...proofOf(outcome, text) }
    await this.#store?.addScan({ sequence, ...place, scannedAt, ...decision })
    this.#tell({ unsynced: this.#state.unsynced + 1 })
    // Read after the scan was stored: a list that arrived meanwhile does not contain it.
    const listed = ticketId === null ? undefined : this.#tickets.get(ticketId)
    const usedAtSeconds = listed?.usedAtSeconds ?? null
    const admitted =
      outcome === 'Admitted' && ticketId !== null
        ? afterAdmission(listed ?? unlisted(ticketId, issueNumber ?? 1, list.item), now)
        : undefined
    if (admitted) this.#put(admitted)
    return {
      number: sequence,
      outcome,
      isOffline: true,
      typeName: listed ? (station.typeNames[listed.ticketTypeId] ?? null) : null,
      journey: listed ? journeyOf(listed, list) : null,
      passenger: storedPassenger(ticketId, this.#state.passengers),
      answers: outcome === 'Admitted' ? [...(listed?.answers ?? [])] : [],
      scan: null,
      usedAtSeconds,
      usesLeft: (admitted ?? listed)?.usesLeft ?? null,
      now,
      gates: gatesFor(station, listed),
    }
  }

  #storedOf({ stop, typeIds }: Station, { item, keys }: CachedList): StoredData {
    const { opensAt, closesAt } = (stop === null ? undefined : item.stops[stop]) ?? item
    return {
      item: { ...item, keys, opensAt, closesAt },
      tickets: this.#tickets,
      typeIds: typeIds && new Set(typeIds),
      stop,
    }
  }

  #put(ticket: ListedTicket): void {
    this.#tickets.set(ticket.ticketId, ticket)
    void this.#store?.write('tickets', [...this.#tickets.values()])
  }

  async #syncUnsynced(): Promise<void> {
    const scans = (await this.#store?.readScans()) ?? []
    for (const [first, ...rest] of batchesOf(scans)) {
      if (!first) continue
      const batch = [first, ...rest]
      const body = {
        deviceId: this.#deviceId,
        ...placeOf(first),
        sentAt: new Date().toISOString(),
        scans: batch.map(({ sequence, scannedAt, outcome, ticketId, issueNumber, code }) => ({
          sequence,
          scannedAt,
          outcome,
          ticketId: ticketId ?? undefined,
          issueNumber: issueNumber ?? undefined,
          code,
        })),
      }
      await this.#client.send(entranceSync, { body })
      await this.#store?.deleteScans(batch.map(({ sequence }) => sequence))
      this.#mustReload ||= typeof this.#state.list?.item.admitted === 'number'
      this.#tell({ unsynced: Math.max(0, this.#state.unsynced - batch.length) })
    }
  }

  async #fetchList(): Promise<void> {
    const { station, list } = this.#state
    if (!station) return
    const { source, itemId } = station
    const isKnown = list?.source === source && list.itemId === itemId
    const hasChanges = isKnown && !this.#mustReload && !lacksUses(list, this.#tickets)
    const cursor = hasChanges ? list.cursor : undefined
    const reply = await this.#client.send(entranceList, { query: { source, itemId, cursor } })
    if (this.#state.station !== station) return
    const { lines, answers, signature: _, signedBy: __, isWhole, ...kept } = reply
    if (!(await isOwnList(reply))) return this.#tell({ isListForged: true })
    const unsynced = (await this.#store?.readScans()) ?? []
    // Without a pause since the scans were read, so that one in between is counted once.
    if (isWhole) {
      this.#tickets = new Map()
      this.#mustReload = false
    }
    for (const ticket of downloaded(lines, answers, unsynced))
      this.#tickets.set(ticket.ticketId, ticket)
    const counted = withOwnAdmissions(kept, unsynced)
    const clockOffSeconds = Math.round((Date.parse(reply.serverTime) - Date.now()) / 1000)
    await this.#store?.write('list', counted)
    await this.#store?.write('clockOff', clockOffSeconds)
    if (lines.length > 0 || isWhole)
      await this.#store?.write('tickets', [...this.#tickets.values()])
    this.#tell({ list: counted, clockOffSeconds, isListForged: false, ...this.#counts() })
  }

  async #fetchLog(): Promise<void> {
    const { station } = this.#state
    if (!station) return
    const { source, itemId } = station
    const reply = await this.#client.send(entranceLog, { query: { source, itemId } })
    if (this.#state.station !== station) return
    this.#tell({ conflicts: reply.conflicts, newest: reply.newest })
  }

  /** Passenger names are stored too, for offline use at a stop. */
  async #fetchPassengers(): Promise<void> {
    const { station } = this.#state
    if (!station || station.stop === null) return
    const { source, itemId, stop } = station
    const passengers = await this.#client.send(entrancePassengers, {
      query: { source, itemId, stop },
    })
    // The station was left, or its staff member has signed out, while this was on its way.
    if (this.#state.station !== station) return
    await this.#store?.write('passengers', passengers)
    this.#tell({ passengers })
  }

  #counts(): { inside: number; expected: number } {
    return countTickets(this.#tickets, this.#state.station?.stop ?? null)
  }

  #tell(change: Partial<ScannerState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
