import merchant from '#modules/merchant/messages/ka.json'

/** Georgian texts of the organisers' back office. */
export const merchantTexts = { merchant }
