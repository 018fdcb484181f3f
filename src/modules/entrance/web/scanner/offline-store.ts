/** Persistent storage of a device: named values in IndexedDB, and scans that are not synced yet. */
import type { Outcome } from '../../outcomes.ts'
import { withItem } from './station.ts'

/** A scan that was not uploaded yet. */
export interface UnsyncedScan {
  readonly sequence: number
  /** Name of the source that sells the item. */
  readonly source: string
  readonly itemId: number
  readonly stop: number | null
  readonly gateId: number | null
  readonly scannedAt: string
  readonly outcome: Outcome
  readonly ticketId: number | null
  readonly issueNumber: number | null
  /** Absent in scans stored by older versions. */
  readonly code?: string
}

/** What admitted somebody tells on upload that it was shown; anything else that was read is not kept. */
export function proofOf(outcome: Outcome, text: string): { readonly code?: string } {
  return outcome === 'Admitted' ? { code: text } : {}
}

export interface OfflineStore {
  read<Value>(name: string): Promise<Value | undefined>
  write(name: string, value: unknown): Promise<void>
  addScan(scan: UnsyncedScan): Promise<void>
  readScans(): Promise<UnsyncedScan[]>
  deleteScans(sequences: readonly number[]): Promise<void>
}

export async function openOfflineStore(): Promise<OfflineStore> {
  const request = indexedDB.open('bileti-scanner', 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('kept')
    request.result.createObjectStore('scans', { keyPath: 'sequence' })
  }
  const database = await done(request)
  const store = (name: 'kept' | 'scans', mode: IDBTransactionMode) =>
    database.transaction(name, mode, { durability: 'strict' }).objectStore(name)
  return {
    read: (name) => done(store('kept', 'readonly').get(name)),
    async write(name, value) {
      await done(store('kept', 'readwrite').put(value, name))
    },
    async addScan(scan) {
      await done(store('scans', 'readwrite').put(scan))
    },
    async readScans() {
      const scans = await done(store('scans', 'readonly').getAll())
      return scans.map((scan: UnsyncedScan) => withItem(scan))
    },
    async deleteScans(sequences) {
      const scans = store('scans', 'readwrite')
      await Promise.all(sequences.map((sequence) => done(scans.delete(sequence))))
    },
  }
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}
