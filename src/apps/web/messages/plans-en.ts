import designer from '#modules/designer/messages/en.json'
import seatmap from '#seatmap/messages/en.json'

/** English texts of whoever draws plans of halls. */
export const planTexts = { designer, seatmap }
