import orders from '#modules/orders/messages/ka.json'

/** Georgian texts of the checkout. */
export const payingTexts = { orders }
