/** FAQ about journeys, films, flights and passes. */
import type { LocalizedText } from '#kernel/locale.ts'

export const travelQuestions: readonly { question: LocalizedText; answer: LocalizedText }[] = [
  {
    question: {
      ka: 'როგორ დავაბრუნო მატარებლის ან ავტობუსის ბილეთი?',
      en: 'How do I return a train or bus ticket?',
    },
    answer: {
      ka: 'გახსენით ბილეთი და აირჩიეთ „დაბრუნება“. ჯერ ნახავთ, ზუსტად რა თანხა დაგიბრუნდებათ: ეს გადამზიდავის წესებზე და იმაზეა დამოკიდებული, რამდენი დრო რჩება თქვენს გაჩერებაზე ჩასხდომამდე. ბავშვის ბილეთი უფროსისაზე ადრე ან მასთან ერთად ბრუნდება. თუ რეისი გაუქმდა, თანხას სრულად დაგიბრუნებთ.',
      en: 'Open the ticket and choose “Return”. You first see exactly how much comes back: it depends on the carrier’s terms and on how long it is until you board at your stop. A child’s ticket goes back before an adult’s or together with it. If the departure is cancelled, all your money comes back.',
    },
  },
  {
    question: {
      ka: 'შემიძლია მატარებლის ან ავტობუსის ბილეთის სხვა დღეზე გადატანა?',
      en: 'Can I move a train or bus ticket to another day or seat?',
    },
    answer: {
      ka: 'დიახ, გადამზიდავის მიერ მითითებულ დრომდე. ბილეთის მენიუში აირჩიეთ „შეცვლა“, შემდეგ სხვა რეისი, კლასი ან ადგილი. წინასწარ ნახავთ სხვაობას და შეცვლის საფასურს. თუ ახალი ბილეთი უფრო იაფია, სხვაობა დაგიბრუნდებათ.',
      en: 'Yes, until the time that the carrier sets. Choose “Change” in the ticket’s menu, then another departure, class or seat. You see the difference and the fee of the change before you agree. If the new ticket is cheaper, the difference comes back.',
    },
  },
  {
    question: {
      ka: 'რა ბარგის წაღება შემიძლია მატარებლით ან ავტობუსით?',
      en: 'What luggage may I take on a train or a bus?',
    },
    answer: {
      ka: 'ხელბარგი ფასში შედის. ჩემოდანს, ველოსიპედს ან თხილამურებს, სადაც გადამზიდავი ამას საფასურით იღებს, ბილეთთან ერთად ირჩევთ: იქვე ჩანს ფასი და რამდენი ადგილია დარჩენილი. ბარგი ბილეთთან ერთად ბრუნდება და იცვლება.',
      en: 'Hand luggage is included. A suitcase, a bicycle or skis, where the carrier takes them for a fee, are chosen with the ticket: the price and what is left are shown there. Luggage is returned and changed with the ticket.',
    },
  },
  {
    question: {
      ka: 'რომელი ბილეთი სჭირდება ბავშვს მგზავრობისას?',
      en: 'Which ticket does a child need for a journey or a flight?',
    },
    answer: {
      ka: 'ასაკი მგზავრობის დღეს ითვლება, და ყოველი გადამზიდავი თავის ასაკებს ბილეთთან წერს. ფრენისას ჩვილი ბოლო რეისის დღეს 2 წელზე ნაკლების უნდა იყოს, ბავშვი კი 12 წელზე ნაკლების. თუ დაბადების თარიღი სხვა ბილეთს შეესაბამება, იქვე შემოგთავაზებთ.',
      en: 'Ages count on the day of travel, and each carrier says its ages beside the ticket. On flights an infant is under 2 and a child under 12 on the day of the last flight. If the date of birth fits another ticket, we offer it on the spot.',
    },
  },
  {
    question: {
      ka: 'მატარებელი ან ავტობუსი იგვიანებს. რა ვქნა?',
      en: 'My train or bus is late. What can I do?',
    },
    answer: {
      ka: 'შეგატყობინებთ და ბილეთზე ახალ დროს ნახავთ. დიდი დაგვიანების ან გაუქმების შემთხვევაში ბილეთიდან ერთი დაჭერით უფასოდ გადახვალთ სხვა რეისზე ან მთელ თანხას დაიბრუნებთ.',
      en: 'We tell you, and the ticket shows the new time. After a long delay or a cancellation one press on the ticket takes you to another departure free of charge, or gives all your money back.',
    },
  },
  {
    question: {
      ka: 'როგორ გავაუქმო ავიაბილეთი და რა ბარგი შედის ფასში?',
      en: 'How do I cancel a flight, and what luggage is included?',
    },
    answer: {
      ka: 'რა ბარგი შედის და რა ღირს გაუქმება ან შეცვლა, ტარიფთან წერია, სანამ იყიდით. გასაუქმებლად გახსენით შეკვეთა: ჯერ ნახავთ, ავიაკომპანია რამდენს იტოვებს. თუ ავიაკომპანიამ დრო შეცვალა, ახალ დროს ეთანხმებით ან თანხას იბრუნებთ.',
      en: 'What luggage is included and what a cancellation or a change costs stands beside the fare before you buy. To cancel, open the order: you first see what the airline keeps. If the airline changes the time, you accept it or have your money back.',
    },
  },
  {
    question: {
      ka: 'შემიძლია კინოს ბილეთის დაბრუნება?',
      en: 'Can I return a cinema ticket?',
    },
    answer: {
      ka: 'დიახ, სეანსის დაწყებამდე ნახევარი საათით ადრემდე, სრული ფასით და თითო ადგილი ცალკე; დივანი მთლიანად ბრუნდება. თუ კინოთეატრმა დარბაზი შეცვალა და ადგილი უფრო იაფი კლასისაა, სხვაობა თავისით დაგიბრუნდებათ.',
      en: 'Yes, until half an hour before the film, for the whole price and seat by seat; a sofa goes back whole. If the cinema changes the hall and your seat is of a cheaper class, the difference comes back by itself.',
    },
  },
  {
    question: {
      ka: 'რა არის აბონემენტი და როგორ გამოვიყენო?',
      en: 'What is a pass, and how do I use it?',
    },
    answer: {
      ka: 'აბონემენტი წინასწარ ნაყიდი გამოყენებებია: კინოზე, კონცერტზე თუ ავტობუსზე. ყიდვისას ან კართან ბარათის ნომერს მიუთითებთ, და ერთი გამოყენება ერთ ბილეთს იხდის. თუ ბილეთს დააბრუნებთ, გამოყენებაც ბარათზე ბრუნდება. აბონემენტის ჩუქებაც შეიძლება.',
      en: 'A pass is uses that are paid in advance: for films, concerts or buses. You give its number when you buy or at the door, and one use pays one ticket. When you return the ticket, the use comes back to the card. A pass can be a gift, too.',
    },
  },
]
