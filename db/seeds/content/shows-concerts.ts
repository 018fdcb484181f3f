import type { ShowSeed } from './types.ts'

/** Arena prices in lari by zone. */
const arena = (fan: number, floor: number, near: number, lower: number, upper: number) => ({
  fan,
  floor,
  near,
  lower,
  upper,
})

export const concerts: readonly ShowSeed[] = [
  {
    slug: 'neon-city',
    subcategory: 'pop-rock',
    merchant: 2,
    name: { ka: 'ლამაზი ხმაური: ნეონის ქალაქი', en: 'Lamazi Khmauri: Neon City' },
    summary: {
      ka: 'ელექტროპოპის ყველაზე ხმამაღალი დუეტი ახალ ალბომს დიდ სცენაზე, ცოცხალი დასარტყამებითა და სინათლის კედლით წარადგენს.',
      en: 'The loudest duo in electropop brings its new album to the big stage, with live drums and a wall of light.',
    },
    description: {
      ka: [
        '„ნეონის ქალაქი“ ღამის თბილისში დაიწერა: ბოლო მეტროს, ცარიელი გამზირებისა და ფანჯრებიდან გამოსული მუსიკის ხმაში. ალბომის თორმეტი სიმღერა კონცერტზე ერთ უწყვეტ ამბად იკვრება, საღამოდან გათენებამდე.',
        'სცენაზე დუეტს ოთხი მუსიკოსი და ქალთა გუნდი უერთდება. თავად მუსიკოსების თქმით, ეს მათი ყველაზე დიდი და ყველაზე პირადი პროგრამაა, ამიტომ ძველი სიმღერებიც ახალი არანჟირებით გაჟღერდება.',
        'ფანზონაში ადგილები უნომროა: კარი კონცერტამდე ორი საათით ადრე გაიღება, რომ სცენასთან მოსვლა მშვიდად მოასწროთ.',
      ],
      en: [
        'Neon City was written in Tbilisi at night: to the sound of the last metro, empty avenues and music from open windows. On stage the twelve songs of the album run into one unbroken story, from dusk until morning.',
        'The duo is joined by four musicians and a women’s choir. They call it their biggest and most personal programme so far, which is why the old songs return in new arrangements as well.',
        'The fan zone is standing only. Doors open two hours before the concert, so there is time to find your way to the stage.',
      ],
    },
    performers: [
      { name: { ka: 'ნია წერეთელი', en: 'Nia Tsereteli' }, role: { ka: 'ვოკალი', en: 'Vocals' } },
      {
        name: { ka: 'სანდრო მახარაძე', en: 'Sandro Makharadze' },
        role: { ka: 'სინთეზატორები', en: 'Synthesizers' },
      },
    ],
    ageLimit: 6,
    durationMinutes: 110,
    popularity: 980,
    isPinned: true,
    isMainBanner: true,
    shortUrl: 'neon',
    publishedDaysAgo: 24,
    posterTitle: ['ნეონის', 'ქალაქი'],
    events: [
      {
        when: 'sat1 20:00',
        hall: 'sports-palace',
        prices: arena(120, 80, 100, 70, 40),
        sold: 0.63,
        placesPerOrderMax: 8,
      },
      {
        when: '+43 21:00',
        hall: 'black-sea-arena',
        prices: arena(110, 70, 90, 60, 40),
        sold: 0.18,
        placesPerOrderMax: 8,
      },
    ],
  },
  {
    slug: 'iron-bridge-20',
    subcategory: 'pop-rock',
    merchant: 2,
    name: { ka: 'რკინის ხიდი: 20 წელი', en: 'Iron Bridge: 20 Years' },
    summary: {
      ka: 'ქუთაისური როკის მთავარი ჯგუფი იუბილეს ოცი წლის ოცი სიმღერით აღნიშნავს. პირველი საღამო უკვე გაყიდულია.',
      en: 'The great rock band of Kutaisi marks its anniversary with twenty songs for twenty years. The first night is already sold out.',
    },
    description: {
      ka: [
        'ოცი წლის წინ ოთხმა თანაკლასელმა ქუთაისში, რიონის თეთრ ქვებთან, სარეპეტიციოდ ავტოფარეხი იქირავა. დღეს მათი სიმღერები ყველა თაობამ ზეპირად იცის.',
        'იუბილეზე ჯგუფი პირველ შემადგენლობას აღადგენს: ორი საათის განმავლობაში მოისმენთ ოც სიმღერას, თითოს ყოველი წლიდან, იმ თანმიმდევრობით, რომლითაც ისინი დაიწერა.',
      ],
      en: [
        'Twenty years ago four classmates rented a garage in Kutaisi, next to the white stones of the Rioni, to have somewhere to rehearse. Today every generation knows their songs by heart.',
        'For the anniversary the band returns in its first line-up: two hours, twenty songs, one for each year, in the order in which they were written.',
      ],
    },
    performers: [
      {
        name: { ka: 'ლაშა ჩხეიძე', en: 'Lasha Chkheidze' },
        role: { ka: 'ვოკალი, გიტარა', en: 'Vocals, guitar' },
      },
      { name: { ka: 'ირაკლი ბერულავა', en: 'Irakli Berulava' }, role: { ka: 'ბასი', en: 'Bass' } },
      {
        name: { ka: 'დათო კეშელავა', en: 'Dato Keshelava' },
        role: { ka: 'დასარტყამები', en: 'Drums' },
      },
    ],
    ageLimit: 12,
    durationMinutes: 130,
    popularity: 940,
    isMainBanner: true,
    shortUrl: 'bridge20',
    publishedDaysAgo: 61,
    posterTitle: ['რკინის', 'ხიდი 20'],
    events: [
      {
        when: 'fri1 20:30',
        hall: 'sports-palace',
        prices: arena(100, 60, 90, 60, 40),
        sold: 1,
      },
      {
        when: '+31 20:30',
        hall: 'palace-concert',
        prices: { fan: 100, floor: 60, side: 90, end: 70, upper: 40 },
        sold: 0.41,
      },
    ],
  },
  {
    slug: 'notes-of-the-sea',
    subcategory: 'classical',
    merchant: 1,
    name: { ka: 'ზღვის ნოტები', en: 'Notes of the Sea' },
    summary: {
      ka: 'სიმფონიური ორკესტრი უკრავს მუსიკას, რომელიც ზღვაზე დაიწერა: დებიუსიდან დღემდე.',
      en: 'A symphony orchestra plays music written about the sea, from Debussy to the present day.',
    },
    description: {
      ka: [
        'საღამო დებიუსის სამი სიმფონიური ჩანახატით იწყება, ბრიტენის „ოთხი ზღვის ინტერლუდიით“ გრძელდება და ახალგაზრდა ქართველი კომპოზიტორის პრემიერით სრულდება.',
        'ნაწარმოები სოლო ვიოლინოსა და დიდი ორკესტრისთვის შავი ზღვის სანაპიროზე ჩაწერილ ხმებს იყენებს: ნავსადგურის ჯაჭვებს, თოლიებსა და შუქურის სიგნალს.',
      ],
      en: [
        'The evening opens with Debussy’s three symphonic sketches, goes on with Britten’s Four Sea Interludes and ends with a première by a young Georgian composer.',
        'The new work, for solo violin and large orchestra, uses sounds recorded on the Black Sea coast: the chains of the harbour, the gulls and the signal of the lighthouse.',
      ],
    },
    performers: [
      { name: { ka: 'თამარ ლორია', en: 'Tamar Loria' }, role: { ka: 'დირიჟორი', en: 'Conductor' } },
      { name: { ka: 'ელენე ჯიქია', en: 'Elene Jikia' }, role: { ka: 'ვიოლინო', en: 'Violin' } },
    ],
    durationMinutes: 95,
    popularity: 610,
    isPinned: true,
    publishedDaysAgo: 19,
    posterTitle: ['ზღვის', 'ნოტები'],
    events: [
      {
        when: '+4 19:30',
        hall: 'concert-hall',
        prices: { premium: 80, stalls: 60, boxes: 60, circle: 40, gallery: 20 },
        sold: 0.48,
      },
      {
        when: '+11 19:00',
        hall: 'batumi',
        prices: { premium: 60, stalls: 50, boxes: 40, circle: 30, gallery: 20 },
        sold: 0.27,
      },
    ],
  },
  {
    slug: 'night-jazz-mtatsminda',
    subcategory: 'jazz',
    merchant: 2,
    name: { ka: 'ღამის ჯაზი მთაწმინდაზე', en: 'Night Jazz on Mtatsminda' },
    summary: {
      ka: 'გიორგი ყანდარელის ტრიო ყოველ კვირას ახალ სტუმართან ერთად უკრავს. მაგიდები, სანთლები და ორი სეტი შუაღამემდე.',
      en: 'Giorgi Kandareli’s trio plays with a new guest every week. Tables, candles and two sets before midnight.',
    },
    description: {
      ka: [
        'ტრიომ ეს საღამოები მეგობრებისთვის დაიწყო, ახლა კი მთაწმინდის კლუბის დარბაზი ყოველ კვირას ივსება. პირველ სეტში სტანდარტები ჟღერს, მეორეში — ის, რაც სტუმართან ერთად იმავე საღამოს იბადება.',
        'ბილეთი კონკრეტულ ადგილს გიმაგრებთ მაგიდასთან. სამზარეულო პირველ სეტამდე ერთი საათით ადრე იხსნება, ბართან კი ფეხზე დგომით მოსმენაც შეიძლება.',
      ],
      en: [
        'The trio began these evenings for friends; now the hall of the Mtatsminda Club fills up every week. The first set belongs to standards, the second to whatever comes about with the guest that night.',
        'Your ticket keeps you a particular chair at a table. The kitchen opens an hour before the first set, and at the bar you can listen standing.',
      ],
    },
    performers: [
      {
        name: { ka: 'გიორგი ყანდარელი', en: 'Giorgi Kandareli' },
        role: { ka: 'ფორტეპიანო', en: 'Piano' },
      },
      {
        name: { ka: 'ნიკა ასათიანი', en: 'Nika Asatiani' },
        role: { ka: 'კონტრაბასი', en: 'Double bass' },
      },
      {
        name: { ka: 'ბექა ჯანელიძე', en: 'Beka Janelidze' },
        role: { ka: 'დასარტყამები', en: 'Drums' },
      },
    ],
    ageLimit: 18,
    durationMinutes: 140,
    popularity: 720,
    isPinned: true,
    publishedDaysAgo: 90,
    posterTitle: ['ღამის', 'ჯაზი'],
    events: [
      {
        when: '-7 21:00',
        hall: 'tables',
        prices: { front: 80, hall: 60, booth: 70, bar: 30 },
        sold: 0.9,
      },
      {
        when: '+0 21:30',
        hall: 'tables',
        prices: { front: 80, hall: 60, booth: 70, bar: 30 },
        sold: 0.71,
      },
      {
        when: '+7 21:30',
        hall: 'tables',
        prices: { front: 80, hall: 60, booth: 70, bar: 30 },
        sold: 0.35,
      },
      {
        when: '+14 21:30',
        hall: 'tables',
        prices: { front: 80, hall: 60, booth: 70, bar: 30 },
        sold: 0.12,
      },
    ],
  },
  {
    slug: 'voices-of-the-mountains',
    subcategory: 'folk',
    merchant: 1,
    name: { ka: 'მთის ხმები', en: 'Voices of the Mountains' },
    summary: {
      ka: 'სვანური, გურული და კახური მრავალხმიანობა ანსამბლ „ლაჟღვარის“ შესრულებით.',
      en: 'Polyphony from Svaneti, Guria and Kakheti, sung by the ensemble Lazhghvari.',
    },
    description: {
      ka: [
        'ანსამბლის წევრებმა წლები სოფლებში გაატარეს: ძველ მომღერლებთან ისხდნენ, იწერდნენ და სწავლობდნენ. საღამოს ნახევარი სიმღერებს ეთმობა, რომლებიც სცენაზე აქამდე არასოდეს შესრულებულა.',
        'კონცერტი მიკროფონების გარეშე ტარდება. სიმღერებს შორის მომღერლები მოკლედ ყვებიან, ვისგან და როგორ ისწავლეს ისინი.',
      ],
      en: [
        'The singers spent years in villages, sitting with old masters, recording and learning. Half of the evening is given to songs that have never been heard on a stage before.',
        'The concert is sung without microphones. Between the songs the singers tell briefly from whom, and how, they learned them.',
      ],
    },
    performers: [
      {
        name: { ka: 'ანსამბლი „ლაჟღვარი“', en: 'Lazhghvari Ensemble' },
        role: { ka: 'მრავალხმიანობა', en: 'Polyphony' },
      },
      {
        name: { ka: 'მალხაზ ჯოხაძე', en: 'Malkhaz Jokhadze' },
        role: { ka: 'ხელმძღვანელი', en: 'Leader' },
      },
    ],
    durationMinutes: 80,
    popularity: 520,
    publishedDaysAgo: 33,
    posterTitle: ['მთის', 'ხმები'],
    events: [
      { when: 'sat0 19:00', hall: 'telavi', prices: { front: 30, rear: 20 }, sold: 0.55 },
      { when: '+18 19:30', hall: 'mtskheta', prices: { steps: 25, lawn: 15 }, sold: 0.22 },
    ],
  },
  {
    slug: 'four-strings',
    subcategory: 'classical',
    merchant: 1,
    name: { ka: 'ოთხი სიმი', en: 'Four Strings' },
    summary: {
      ka: 'სიმებიანი კვარტეტის საღამო: ცინცაძის მინიატურები, შოსტაკოვიჩის მერვე და ბისზე ერთი საიდუმლო.',
      en: 'An evening of string quartets: miniatures by Tsintsadze, Shostakovich’s Eighth and one secret encore.',
    },
    description: {
      ka: [
        'ოთხი მუსიკოსი ერთად მეათე სეზონს უკრავს და პროგრამებს ყოველთვის მცირე დარბაზებისთვის ადგენს, სადაც ხემის სუნთქვაც ისმის.',
        'პირველ ნაწილში სულხან ცინცაძის მინიატურებს მოისმენთ, მეორეში — შოსტაკოვიჩის მერვე კვარტეტს, რომელიც სამ დღეში დაიწერა და ოთხმოცი წლის შემდეგაც ისევ მძიმედ ჟღერს.',
      ],
      en: [
        'The four musicians are in their tenth season together, and always choose their programmes for small halls, where you can hear the bow breathe.',
        'The first half is given to the miniatures of Sulkhan Tsintsadze, the second to Shostakovich’s Eighth Quartet: written in three days, and still heavy to hear all these decades later.',
      ],
    },
    performers: [
      {
        name: { ka: 'მთაწმინდის კვარტეტი', en: 'Mtatsminda Quartet' },
        role: { ka: 'სიმებიანი კვარტეტი', en: 'String quartet' },
      },
    ],
    durationMinutes: 75,
    popularity: 330,
    publishedDaysAgo: 12,
    posterTitle: ['ოთხი', 'სიმი'],
    events: [
      { when: '+1 19:30', hall: 'rustaveli-small', prices: { front: 40, rear: 30 }, sold: 0.5 },
      { when: '+9 19:00', hall: 'kutaisi', prices: { front: 30, rear: 20 }, sold: 0.2 },
    ],
  },
  {
    slug: 'factory-floor',
    subcategory: 'club',
    merchant: 2,
    name: { ka: 'საამქრო: ტექნოს ღამე', en: 'Saamkro: A Night of Techno' },
    summary: {
      ka: 'ექვსი საათი ტექნო ძველ სამკერვალო ქარხანაში. ოთხი დიჯეი, ერთი ოთახი, არც ერთი პაუზა.',
      en: 'Six hours of techno in an old sewing factory. Four DJs, one room, not a single pause.',
    },
    description: {
      ka: [
        '„საამქრო“ თვეში ორჯერ იკრიბება. ხმის სისტემა დარბაზის ზომაზეა აწყობილი, განათება კი მთელი ღამე ერთ ფერშია: წითელში.',
        'ზედა სართულზე დასაჯდომი და მშვიდი ბარია, კარს დილის ოთხამდე ვაღებთ. შესვლისას პირადობის მოწმობას გთხოვთ.',
      ],
      en: [
        'Saamkro meets twice a month. The sound system is built to the size of the room, and the light stays in one colour all night: red.',
        'Upstairs there are seats and a quiet bar. The door lets people in until four in the morning; please bring an identity card.',
      ],
    },
    performers: [
      { name: { ka: 'ტატა ნ.', en: 'Tata N.' }, role: { ka: 'დიჯეი', en: 'DJ' } },
      { name: { ka: 'კოტე ზეთი', en: 'Kote Zeti' }, role: { ka: 'დიჯეი', en: 'DJ' } },
      { name: { ka: 'მირა', en: 'Mira' }, role: { ka: 'დიჯეი', en: 'DJ' } },
    ],
    ageLimit: 21,
    durationMinutes: 360,
    popularity: 690,
    publishedDaysAgo: 40,
    posterTitle: ['საამქრო'],
    events: [
      { when: '+0 23:30', hall: 'club', prices: { floor: 40, gallery: 60 }, sold: 0.66 },
      { when: 'sat2 23:30', hall: 'club', prices: { floor: 40, gallery: 60 }, sold: 0.2 },
    ],
  },
  {
    slug: 'letters-home',
    subcategory: 'pop-rock',
    merchant: 2,
    name: { ka: 'ანა ბერიძე: წერილები სახლიდან', en: 'Ana Beridze: Letters from Home' },
    summary: {
      ka: 'სიმღერები ერთი გიტარისთვის, ერთი ხმისა და ძალიან ბევრი ემიგრანტისთვის.',
      en: 'Songs for one guitar, one voice and a great many people far from home.',
    },
    description: {
      ka: [
        'ანა ბერიძემ მსმენელებს სთხოვა, სახლიდან მიღებული წერილები გაეზიარებინათ. ორას ორმოცდაათი კონვერტიდან ცამეტი სიმღერა დაიბადა.',
        'კონცერტზე თითოეულ სიმღერამდე წერილის რამდენიმე სტრიქონი გაჟღერდება: დედის რეცეპტი, ძმის ბოდიში, მეზობლის ამბავი ახალ ლიფტზე.',
      ],
      en: [
        'Ana Beridze asked her listeners to share the letters they had received from home. Out of two hundred and fifty envelopes came thirteen songs.',
        'Before each song a few lines are read aloud: a mother’s recipe, a brother’s apology, a neighbour’s news about the new lift.',
      ],
    },
    performers: [
      {
        name: { ka: 'ანა ბერიძე', en: 'Ana Beridze' },
        role: { ka: 'ვოკალი, გიტარა', en: 'Vocals, guitar' },
      },
    ],
    ageLimit: 6,
    durationMinutes: 85,
    popularity: 575,
    publishedDaysAgo: 8,
    posterTitle: ['წერილები', 'სახლიდან'],
    events: [
      { when: '+6 20:00', hall: 'rustavi', prices: { front: 40, rear: 25 }, sold: 0.6 },
      {
        when: '+20 20:00',
        hall: 'concert-hall',
        prices: { premium: 90, stalls: 70, boxes: 60, circle: 50, gallery: 30 },
        sold: 0.37,
      },
    ],
  },
  {
    slug: 'ninth-floor',
    subcategory: 'pop-rock',
    merchant: 2,
    name: { ka: 'მეცხრე სართული', en: 'Ninth Floor' },
    summary: {
      ka: 'ჰიპ-ჰოპი გლდანიდან: ცოცხალი ბენდი, სამი სტუმარი და ტექსტები, რომლებსაც დარბაზი თავად ამთავრებს.',
      en: 'Hip-hop from Gldani: a live band, three guests and verses the crowd finishes by itself.',
    },
    description: {
      ka: [
        'ალბომი ცხრასართულიანი კორპუსის სახურავზე ჩაიწერა, სადარბაზოს მეზობლების თანდასწრებით. კონცერტზე დიჯეის ნაცვლად ხუთკაციანი ბენდი უკრავს.',
        'სტუმრების სახელებს საღამომდე არ ვამხელთ; ერთი მათგანი მეექვსე სართულიდანაა.',
      ],
      en: [
        'The album was recorded on the roof of a nine-storey block, with the neighbours of the entrance as witnesses. On stage a band of five plays in place of a DJ.',
        'The names of the guests stay secret until the night. One of them lives on the sixth floor.',
      ],
    },
    performers: [
      { name: { ka: 'ლუკა გლდანელი', en: 'Luka Gldaneli' }, role: { ka: 'რეპი', en: 'Rap' } },
    ],
    ageLimit: 16,
    durationMinutes: 90,
    popularity: 480,
    publishedDaysAgo: 5,
    posterTitle: ['მეცხრე', 'სართული'],
    events: [{ when: '+12 21:00', hall: 'club', prices: { floor: 35, gallery: 50 }, sold: 0.3 }],
  },
  {
    slug: 'christmas-chorale',
    subcategory: 'classical',
    merchant: 1,
    name: { ka: 'საშობაო ქორალი', en: 'Christmas Chorale' },
    summary: {
      ka: 'ბახის კანტატები და ქართული ალილო ერთ საღამოში: გუნდი, ბაროკოს ორკესტრი და ბავშვთა ხმები.',
      en: 'Bach cantatas and the Georgian Alilo in one evening: choir, baroque orchestra and children’s voices.',
    },
    description: {
      ka: [
        'საშობაო პროგრამა ორ ტრადიციას აერთიანებს: ლაიფციგის ეკლესიებისთვის დაწერილ კანტატებსა და საქართველოს კუთხეების ალილოებს.',
        'ბოლო ნომერს დარბაზი გუნდთან ერთად მღერის. ტექსტს პროგრამის უკანა გვერდზე იპოვით, რეპეტიცია კი შესვენებაზე იქნება.',
      ],
      en: [
        'The Christmas programme joins two traditions: the cantatas written for the churches of Leipzig and the Alilo songs of the regions of Georgia.',
        'The audience sings the last number together with the choir. The words are on the back of the programme, and the rehearsal is in the interval.',
      ],
    },
    performers: [
      {
        name: { ka: 'კამერული გუნდი „სინათლე“', en: 'Sinatle Chamber Choir' },
        role: { ka: 'გუნდი', en: 'Choir' },
      },
      {
        name: { ka: 'ქეთევან სულაბერიძე', en: 'Ketevan Sulaberidze' },
        role: { ka: 'დირიჟორი', en: 'Conductor' },
      },
    ],
    durationMinutes: 100,
    popularity: 430,
    publishedDaysAgo: 2,
    posterTitle: ['საშობაო', 'ქორალი'],
    events: [
      {
        when: '+34 19:00',
        hall: 'opera',
        prices: { orchestra: 90, stalls: 70, boxes: 60, tier: 50, amphitheatre: 40, gallery: 20 },
        sold: 0.08,
      },
    ],
  },
]
