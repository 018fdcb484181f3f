import merchant from '#modules/merchant/messages/en.json'

/** English texts of the organisers' back office. */
export const merchantTexts = { merchant }
