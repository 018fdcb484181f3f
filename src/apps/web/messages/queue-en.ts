import queuePass from '#modules/events/messages/queue-pass-en.json'

/** English texts of the page for links past a queue. */
export const queueTexts = { queuePass }
