import queuePass from '#modules/events/messages/queue-pass-ka.json'

/** Georgian texts of the page for links past a queue. */
export const queueTexts = { queuePass }
