import queuePass from '#modules/events/messages/queue-pass-ka.json'

/** Georgian texts of the page that a link past a queue leads to. */
export const queueTexts = { queuePass }
