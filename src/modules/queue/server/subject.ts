/** The subject of a queue: a group of a source's items or one of them. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'

/** A group (a show, a route) or an item, identified by the numbers of its source. */
export interface QueueSubject {
  readonly source: string
  readonly groupId: number | null
  readonly itemId: number | null
}

/** Source of shows, which calls also identify by `showId`. */
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

/** Whether the subject of `queue` includes this: it is the same item, or an item of the group. */
export function isBefore(queue: QueueSubject, subject: QueueSubject): boolean {
  if (queue.source !== subject.source) return false
  return queue.itemId === null ? queue.groupId === subject.groupId : queue.itemId === subject.itemId
}

export interface QueueSubjectName {
  readonly name: LocalizedText
  /** Its page, without a locale prefix. */
  readonly pagePath: string
}

/** Port of a vertical that names its queue subjects; without it, the vertical's queues have no name. */
export interface QueueSource {
  /** The name of its offer source. */
  readonly name: string
  /** By `subjectKey`. Subjects that do not exist or are not public are left out. */
  describeSubjects(
    context: Context,
    subjects: readonly QueueSubject[],
  ): Promise<ReadonlyMap<string, QueueSubjectName>>
}

/** Names are cached, since many visitors request the same one. */
const nameCacheMilliseconds = 5_000
const nameCacheMax = 500

/** Returns the name of a subject, at most five seconds old; null when the source provides none. */
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
