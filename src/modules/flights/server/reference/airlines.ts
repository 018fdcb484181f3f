/** Airlines by IATA code, with their own names; `isLowCost` determines their fare families. */
import type { TrilingualName } from './names.ts'

export interface Airline {
  readonly code: string
  readonly name: TrilingualName
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly isLowCost: boolean
  /** Airport at which its flights connect; null without a hub in the schedule. */
  readonly hub: string | null
}

type Row = readonly [
  code: string,
  en: string,
  ka: string,
  ru: string,
  country: string,
  isLowCost: boolean,
  hub: string | null,
]

const rows: readonly Row[] = [
  ['A9', 'Georgian Airways', 'ჯორჯიან ეარვეისი', 'Georgian Airways', 'GE', false, 'TBS'],
  ['MJ', 'Myway Airlines', 'მაივეი ეარლაინსი', 'Myway Airlines', 'GE', false, 'TBS'],
  ['TK', 'Turkish Airlines', 'თურქიშ ეარლაინსი', 'Турецкие авиалинии', 'TR', false, 'IST'],
  ['PC', 'Pegasus Airlines', 'პეგასუსი', 'Пегасус', 'TR', true, 'SAW'],
  ['VF', 'AJet', 'ეიჯეტი', 'AJet', 'TR', true, 'SAW'],
  ['W6', 'Wizz Air', 'ვიზეარი', 'Wizz Air', 'HU', true, null],
  ['LH', 'Lufthansa', 'ლუფთჰანზა', 'Люфтганза', 'DE', false, 'MUC'],
  ['EW', 'Eurowings', 'ევროვინგსი', 'Eurowings', 'DE', true, null],
  ['LO', 'LOT Polish Airlines', 'ლოტი, პოლონეთის ავიახაზები', 'ЛОТ', 'PL', false, 'WAW'],
  ['QR', 'Qatar Airways', 'ქათარ ეარვეისი', 'Катарские авиалинии', 'QA', false, 'DOH'],
  ['FZ', 'flydubai', 'ფლაიდუბაი', 'flydubai', 'AE', true, 'DXB'],
  ['EK', 'Emirates', 'ემირატსი', 'Эмирейтс', 'AE', false, 'DXB'],
  ['G9', 'Air Arabia', 'ეარ არაბია', 'Air Arabia', 'AE', true, 'SHJ'],
  ['LY', 'El Al', 'ელ ალი', 'Эль Аль', 'IL', false, null],
  ['6H', 'Israir', 'ისრაირი', 'Israir', 'IL', true, null],
  ['IZ', 'Arkia', 'არკია', 'Arkia', 'IL', true, null],
  ['J2', 'Azerbaijan Airlines', 'აზერბაიჯანის ავიახაზები', 'АЗАЛ', 'AZ', false, 'GYD'],
  ['A3', 'Aegean Airlines', 'ეგეანი', 'Эгейские авиалинии', 'GR', false, 'ATH'],
  ['BT', 'airBaltic', 'ეარბალტიკი', 'airBaltic', 'LV', false, 'RIX'],
  ['AF', 'Air France', 'ეარ ფრანსი', 'Эйр Франс', 'FR', false, 'CDG'],
  ['KL', 'KLM', 'კაელემი', 'КЛМ', 'NL', false, 'AMS'],
  ['TO', 'Transavia France', 'ტრანსავია', 'Трансавия', 'FR', true, null],
  ['BA', 'British Airways', 'ბრიტიშ ეარვეისი', 'Британские авиалинии', 'GB', false, 'LHR'],
  [
    'HY',
    'Uzbekistan Airways',
    'უზბეკეთის ავიახაზები',
    'Узбекистон хаво йуллари',
    'UZ',
    false,
    'TAS',
  ],
  ['KC', 'Air Astana', 'ეარ ასტანა', 'Эйр Астана', 'KZ', false, 'ALA'],
  ['FS', 'FlyArystan', 'ფლაიარისტანი', 'FlyArystan', 'KZ', true, null],
  ['DV', 'SCAT Airlines', 'სკატი', 'СКАТ', 'KZ', false, null],
  ['CZ', 'China Southern', 'ჩაინა საუთერნი', 'Китайские южные авиалинии', 'CN', false, 'URC'],
  ['J9', 'Jazeera Airways', 'ჯაზირა', 'Jazeera Airways', 'KW', true, null],
  ['XY', 'flynas', 'ფლაინასი', 'flynas', 'SA', true, null],
  ['SV', 'Saudia', 'საუდია', 'Саудия', 'SA', false, null],
  ['GF', 'Gulf Air', 'გალფ ეარი', 'Gulf Air', 'BH', false, 'BAH'],
  ['B2', 'Belavia', 'ბელავია', 'Белавиа', 'BY', false, null],
  ['5F', 'FlyOne', 'ფლაიუანი', 'FlyOne', 'MD', true, null],
  ['GQ', 'Sky Express', 'სქაი ექსპრესი', 'Sky Express', 'GR', true, null],
]

export const airlines: ReadonlyMap<string, Airline> = new Map(
  rows.map(([code, en, ka, ru, country, isLowCost, hub]) => [
    code,
    { code, name: { en, ka, ru }, country, isLowCost, hub },
  ]),
)

/** Name of an airline, or its code if it is unknown. */
export function airlineName(code: string, locale: 'ka' | 'en'): string {
  return airlines.get(code)?.name[locale] ?? code
}
