import type { ErrorEntry } from './error-entry.ts'

/** Refusals of queues before a sale. */
export const queueErrors = {
  ProofOfWorkNeeded: {
    status: 428,
    ka: 'ამ ქსელიდან ძალიან ბევრი დგება რიგში, ან მოქმედებები პროგრამისას ჰგავს. მოწყობილობას მცირე გამოთვლა დასჭირდება და რიგში ჩაგაყენებთ.',
    en: 'Very many people join from this network, or what was done here looks like a program’s work. Your device has to do a short calculation before it gets a place.',
  },
  QueueClosed: {
    status: 409,
    ka: 'რიგი დახურულია.',
    en: 'The queue is closed.',
  },
  QueueNetworkFull: {
    status: 429,
    ka: 'ამ ქსელიდან რიგში უკვე ძალიან ბევრია. სცადეთ სხვა ქსელიდან, მაგალითად მობილური ინტერნეტით.',
    en: 'Too many from this network are in the queue already. Try another one, such as mobile data.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
