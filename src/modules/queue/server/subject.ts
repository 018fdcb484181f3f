/** What people wait for: a group of a source's items or one of them. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'

/** A group (a show, a route) or an item, by the numbers of its source. */
export interface QueueSubject {
  readonly source: string
  readonly groupId: number | null
  readonly itemId: number | null
}

/** Source of shows, which calls also name by `showId`. */
export const showSource = 'event'

export function subjectOfShow(showId: number): QueueSubject {
  return { source: showSource, groupId: showId, itemId: null }
}

/** Number of the show; null for anything else. */
export function showOf({ source, groupId }: QueueSubject): number | null {
  return source === showSource ? groupId : null
}

/** `event group 12`, `boat 7`: the item where there is one. */
export function subjectKey({ source, groupId, itemId }: QueueSubject): string {
  return itemId === null ? `${source} group ${groupId}` : `${source} ${itemId}`
}

/** Whether what is before `queue` includes this: it is the item, or the item is of the group. */
export function isBefore(queue: QueueSubject, subject: QueueSubject): boolean {
  if (queue.source !== subject.source) return false
  return queue.itemId === null ? queue.groupId === subject.groupId : queue.itemId === subject.itemId
}

export interface QueueSubjectName {
  readonly name: LocalizedText
  /** Its page, without a locale prefix. */
  readonly pagePath: string
}

/** What a vertical says of that for which people wait; a vertical without it has queues without a name. */
export interface QueueSource {
  /** That of its offer source. */
  readonly name: string
  /** By `subjectKey`. What does not exist, or not for everybody, is left out. */
  describeSubjects(
    context: Context,
    subjects: readonly QueueSubject[],
  ): Promise<ReadonlyMap<string, QueueSubjectName>>
}

/** A crowd asks for one name again and again. */
const nameCacheMilliseconds = 5_000
const nameCacheMax = 500

/** Names one subject, at most five seconds old; null where the source does not say. */
export type DescribeSubject = (
  context: Context,
  subject: QueueSubject,
) => Promise<QueueSubjectName | null>

export function createDescriber({
  sources,
}: {
  readonly sources: readonly QueueSource[]
}): DescribeSubject {
  const cached = createTtlCache<string, QueueSubjectName | null>({
    milliseconds: nameCacheMilliseconds,
    most: nameCacheMax,
    read: async (context, given) => {
      const subject = JSON.parse(given) as QueueSubject
      const source = sources.find(({ name }) => name === subject.source)
      const names = await source?.describeSubjects(context, [subject])
      return names?.get(subjectKey(subject)) ?? null
    },
  })
  return (context, { source, groupId, itemId }) =>
    cached(context, JSON.stringify({ source, groupId, itemId }))
}
