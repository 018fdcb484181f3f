import type { Locale } from '#kernel/locale.ts'

const georgian = {
  title: 'კომპონენტები',
  long: 'გადახდის შემდეგ ბილეთების ელფოსტაზე მიღება',
  short: 'ყიდვა',
  label: 'ელფოსტის მისამართი',
  hint: 'ბილეთებს ამ მისამართზე მიიღებთ.',
  error: 'შეამოწმეთ მისამართი: აკლია ნიშანი @.',
  note: 'დარბაზის კარი წარმოდგენის დაწყებამდე ერთი საათით ადრე იხსნება.',
  working: 'იგზავნება',
  option: 'ზრდასრული',
  other: 'სტუდენტი, პირადობის დამადასტურებელი დოკუმენტით',
  less: 'ერთით ნაკლები',
  more: 'ერთით მეტი',
  state: 'იყიდება',
  nothing: 'ბილეთები ჯერ არ გაქვთ',
  failed: 'გვერდი ვერ ჩაიტვირთა',
  again: 'თავიდან ცდა',
  open: 'გახსნა',
  close: 'დახურვა',
  done: 'შენახულია',
  undo: 'გაუქმება',
  event: 'მოგზაურობა საქართველოს მთებში',
  city: 'ქალაქი',
  price: 'ფასი',
  date: 'თარიღი',
  who: 'ვინ მგზავრობს',
}

const english: typeof georgian = {
  title: 'Components',
  long: 'Receive the tickets by email after the payment',
  short: 'Buy',
  label: 'Email address',
  hint: 'We send your tickets here.',
  error: 'Check the address: the @ is missing.',
  note: 'Doors open one hour before the show starts.',
  working: 'Sending',
  option: 'Adult',
  other: 'Student, with a document that proves it',
  less: 'One fewer',
  more: 'One more',
  state: 'On sale',
  nothing: 'You have no tickets yet',
  failed: 'The page did not load',
  again: 'Try again',
  open: 'Open',
  close: 'Close',
  done: 'Saved',
  undo: 'Undo',
  event: 'A journey through the mountains of Georgia',
  city: 'City',
  price: 'Price',
  date: 'Date',
  who: 'Who travels',
}

export type GalleryWords = typeof georgian

/** Sample texts of the gallery, including the longest Georgian ones. */
export function galleryWords(locale: Locale): GalleryWords {
  return locale === 'ka' ? georgian : english
}
