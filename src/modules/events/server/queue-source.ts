import { isVisible, readCatalogue } from '#modules/catalogue/server/public-api.ts'
import {
  showOf,
  subjectKey,
  type QueueSource,
  type QueueSubjectName,
} from '#modules/queue/server/public-api.ts'
import { sourceName } from './quote.ts'

/** Shows as subjects of queues. The name of a show that requires a key is not revealed by its number. */
export const eventQueueSource: QueueSource = {
  name: sourceName,
  async describeSubjects(context, subjects) {
    const { shows } = await readCatalogue(context.db)
    return new Map(
      subjects.flatMap((subject): [string, QueueSubjectName][] => {
        const show = shows.get(showOf(subject) ?? 0)
        if (!show || !isVisible(show, undefined)) return []
        return [[subjectKey(subject), { name: show.name, pagePath: `/shows/${show.slug}` }]]
      }),
    )
  },
}
