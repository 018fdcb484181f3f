import designer from '#modules/designer/messages/en.json'
import seatmap from '#seatmap/messages/en.json'

/** English texts of the hall plan editor. */
export const planTexts = { designer, seatmap }
