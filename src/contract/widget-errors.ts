import type { ErrorEntry } from './error-entry.ts'

/** Refusals when a site embeds the widget. Part of the one table (`errors.ts`). */
export const widgetErrors = {
  WidgetOriginNotAllowed: {
    status: 400,
    ka: 'საიტის მისამართი ასე დაწერეთ: https://www.example.ge',
    en: 'Write the address of the site like this: https://www.example.ge',
  },
  WidgetPageNotAllowed: {
    status: 400,
    ka: 'ეს გვერდი ორგანიზატორის საიტებს შორის არ არის.',
    en: 'This page is on none of the organiser’s sites.',
  },
  TooManyWidgetOrigins: {
    status: 409,
    ka: 'ოცზე მეტი საიტის დამატება არ შეიძლება.',
    en: 'No more than twenty sites can be added.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
