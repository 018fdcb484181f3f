/** What a vertical lets people wait for besides shows: new films of a cinema, a seat on a day. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'

/** In the words of its source: `{ cinemaId: 3 }`, `{ from: 'tbilisi', to: 'batumi', date: '2026-12-05' }`. */
export type WatchSubject = Readonly<Record<string, string | number>>

export interface Watched {
  /** The same for the same subject; at most 200 characters. */
  readonly subjectKey: string
  readonly subject: WatchSubject
  readonly name: LocalizedText
  /** When somebody is written to. */
  readonly tells: LocalizedText
  /** Without a language. */
  readonly path: string
}

/** What of a subject is told, compared with what was seen before. */
export interface Look {
  /** Kept until the next look. */
  readonly state: string
  /** Null: nothing new. */
  readonly news: LocalizedText | null
  /** There is nothing to wait for any more: the day is over. */
  readonly isOver: boolean
}

export interface WatchSource {
  /** That of its offers. */
  readonly name: string
  /** Null for what there is not, or what nobody can wait for. */
  readWatched(context: Context, subject: WatchSubject): Promise<Watched | null>
  /** @param before what the last look kept; null at the first */
  look(context: Context, subject: WatchSubject, before: string | null): Promise<Look>
  /** What a customer waits for in the source's own tables; shown with the rest. */
  listOwn?(
    context: Context,
    customerId: string,
  ): Promise<readonly (Watched & { readonly followedAt: Date })[]>
  /** Whether it was one of its own, which is gone now. */
  removeOwn?(context: Context, customerId: string, subjectKey: string): Promise<boolean>
}
