/** Who has bought from the demo's organisers, how often, and what led them there. */

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

/** Orders by organiser. */
export const orderCounts: ReadonlyMap<string, number> = new Map([
  ['kulisa', 24],
  ['bgera-live', 10],
  ['moedani', 10],
])

/** Sources of visits; null: nothing is known. */
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
