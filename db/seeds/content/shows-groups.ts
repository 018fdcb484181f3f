import { showType } from '#contract/enumerations.ts'
import type { ShowSeed } from './types.ts'

export const groups: readonly ShowSeed[] = [
  {
    type: showType.GroupShow,
    slug: 'winter-for-children',
    subcategory: 'family-shows',
    merchant: 1,
    name: { ka: 'ზამთარი ბავშვებისთვის', en: 'Winter for children' },
    summary: {
      ka: 'თოჯინები, ცდები და ზღაპარი: საბავშვო სეზონის სპექტაკლები ერთად.',
      en: 'Puppets, experiments and a tale: the children’s season in one place.',
    },
    description: {
      ka: ['სეზონი ოთხ სპექტაკლს აერთიანებს. თითოეულზე ბილეთი ცალკე იყიდება.'],
      en: ['The season gathers four shows. Each has tickets of its own.'],
    },
    performers: [],
    popularity: 450,
    publishedDaysAgo: 7,
    posterTitle: ['ზამთარი', 'ბავშვებისთვის'],
    members: ['natsarkekia', 'the-space-tale', 'bubble-laboratory', 'butterfly-and-wind'],
    events: [],
  },
]
