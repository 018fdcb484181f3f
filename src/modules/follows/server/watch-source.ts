/** Port of verticals whose items customers can watch: new films of a cinema, a seat on a day. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'

/** What is watched, in the format of the source: `{ cinemaId: 3 }`, `{ from: 'tbilisi', to: 'batumi', date: '2026-12-05' }`. */
export type WatchSubject = Readonly<Record<string, string | number>>

export interface Watched {
  /** Equal for equal subjects; at most 200 characters. */
  readonly subjectKey: string
  readonly subject: WatchSubject
  readonly name: LocalizedText
  /** A sentence that states when the customer is notified. */
  readonly tells: LocalizedText
  /** Path of its page, without the language prefix. */
  readonly path: string
}

/** Result of comparing a subject with its state at the previous check. */
export interface WatchCheck {
  /** Stored and passed to the next check. */
  readonly state: string
  /** Null if there is nothing new. */
  readonly news: LocalizedText | null
  /** The watch has ended and is deleted: the day is over. */
  readonly isOver: boolean
}

export interface WatchSource {
  /** The name of its offer source. */
  readonly name: string
  /** Null if the subject does not exist or cannot be watched. */
  readWatched(context: Context, subject: WatchSubject): Promise<Watched | null>
  /** @param before the `state` of the previous check; null at the first */
  check(context: Context, subject: WatchSubject, before: string | null): Promise<WatchCheck>
  /** The customer's watches in the source's own tables; listed with the others. */
  listOwn?(
    context: Context,
    customerId: string,
  ): Promise<readonly (Watched & { readonly followedAt: Date })[]>
  /** Removes a watch from the source's own tables. Returns false if it is not stored there. */
  removeOwn?(context: Context, customerId: string, subjectKey: string): Promise<boolean>
}
