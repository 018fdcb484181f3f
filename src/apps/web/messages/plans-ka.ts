import designer from '#modules/designer/messages/ka.json'
import seatmap from '#seatmap/messages/ka.json'

/** Georgian texts of whoever draws plans of halls. */
export const planTexts = { designer, seatmap }
