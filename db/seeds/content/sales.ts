/** Buyers of the demo's organisers, their number of orders, and the sources of their visits. */

export const buyers: readonly string[] = [
  'ნათია გოგოლაძე',
  'გიორგი ბერიძე',
  'მარიამ კვარაცხელია',
  'ლუკა ხვიჩია',
  'თამარ ლომთათიძე',
  'დავით ჩხეიძე',
  'ანა წიკლაური',
  'საბა მჭედლიშვილი',
  'ელენე ჯანაშია',
  'ნიკა გელაშვილი',
  'სალომე ყიფიანი',
  'ირაკლი თოდუა',
]

/** Number of orders by organiser. */
export const orderCounts: ReadonlyMap<string, number> = new Map([
  ['kulisa', 24],
  ['bgera-live', 10],
  ['moedani', 10],
])

/** Sources of visits; null if unknown. */
export const visits: readonly (string | null)[] = [
  null,
  null,
  null,
  'instagram / autumn',
  'instagram / autumn',
  'newsletter',
  'google.com',
  'facebook.com',
]
