import { pick } from './seed'
import type { Genre } from './shelf'

interface Blurb {
  openings: string[]
  turns: string[]
}

const BLURBS: Record<Genre, Blurb> = {
  fantasy: {
    openings: [
      'In a land where every promise is weighed in silver, one apprentice has nothing left to trade.',
      'The old roads are waking, and they remember everyone who ever walked them.',
      'Magic has rules. The last person who read them all has just gone missing.',
    ],
    turns: [
      'What begins as an errand becomes a bargain that no one at court dares to name.',
      'To mend what was broken, she will have to steal the one thing the crown cannot lose.',
      'Old friends, older debts and a very stubborn goat stand between them and the coming winter.',
    ],
  },
  science: {
    openings: [
      'The signal repeats every eleven hours, and it knows the crew by name.',
      'Three hundred years from home, the ship has started to lie.',
      'Nobody was meant to live on the far side. Somebody does.',
    ],
    turns: [
      'With the air running out and the charts disagreeing, trust becomes the scarcest cargo aboard.',
      'The answer lies in the one log entry that was never written.',
      'Every choice buys time for some and takes it from others.',
    ],
  },
  crime: {
    openings: [
      'The tide goes out at six. The body was not there at five.',
      'Everyone in the village has an alibi, and every alibi is the same.',
      'A ledger, a locked boathouse and one witness who will not speak.',
    ],
    turns: [
      'The closer the case comes to home, the fewer questions anyone wants answered.',
      'Somebody has been keeping score for twenty years, and the sum is due.',
      'It would be simple, if only the victim had been who she said she was.',
    ],
  },
  literary: {
    openings: [
      'Two sisters inherit a house, a debt and a single unsent letter.',
      'On the morning of his seventieth birthday, a piano mover decides to put something down.',
      'A small town, one long summer, and the things a family agrees not to say.',
    ],
    turns: [
      'Tender, funny and exact, this is a novel about what we carry and whom we ask to help.',
      'Across four decades and as many kitchens, a life comes slowly into focus.',
      'It asks how much of a home can be packed into one suitcase, and answers with grace.',
    ],
  },
  history: {
    openings: [
      'For a thousand years it was worth more than gold, and then it was on every table.',
      'Behind the treaties and the portraits were the people who kept the accounts.',
      'A single winter changed the map of the north. Few who lived through it ever wrote of it.',
    ],
    turns: [
      'Drawing on letters, ledgers and court records, it brings a forgotten world back to life.',
      'From muddy harbours to candle-lit councils, the story moves like a novel.',
      'It is a history of ordinary courage, told by those who were rarely asked.',
    ],
  },
  horror: {
    openings: [
      'The house was cheap because of the listening.',
      'Nobody in Hollow Pines swims in the second lake. Nobody remembers a third.',
      'The recording is nine minutes long. It has always been nine minutes long.',
    ],
    turns: [
      'By the time the lights come back on, there is one chair too many at the table.',
      'Some doors are painted shut for a reason.',
      'Best heard with company, and with the wardrobe closed.',
    ],
  },
  romance: {
    openings: [
      'She bakes the bread. He owns the building. The oven is about to explode.',
      'One theatre, one summer, two understudies and a single part.',
      'It was only ever meant to be one weekend in the snow.',
    ],
    turns: [
      'Neither of them is looking for love, which is exactly when it turns up with flour on its sleeves.',
      'A warm, witty story of second chances and first impressions.',
      'Pretending to be in love is easy. Pretending not to be is another matter.',
    ],
  },
  nature: {
    openings: [
      'Stand still beside a hedge for an hour and a city appears.',
      'Between the tides lies a country that exists for six hours at a time.',
      'It took the author a year to learn one hillside, and it was barely enough.',
    ],
    turns: [
      'Patient, precise and full of wonder, with field recordings between the chapters.',
      'A hymn to close attention and to the small lives that hold up the large ones.',
      'You will not walk past a puddle again without looking in.',
    ],
  },
  ideas: {
    openings: [
      'Why do we remember the insult and forget the kindness?',
      'Most decisions take less than a second. The best ones take slightly longer.',
      'Almost everything can be repaired, including the way we think about broken things.',
    ],
    turns: [
      'With clear stories and careful evidence, it offers a gentler way to work and think.',
      'Each chapter ends with one small experiment to try the same day.',
      'Practical, generous and refreshingly short.',
    ],
  },
}

/** An invented summary, in the HTML that publishers send. */
export function summaryOf(genre: Genre, title: string, random: () => number): string {
  const { openings, turns } = BLURBS[genre]
  return `<p><b>${pick(openings, random())}</b></p><p>${pick(turns, random())}</p><p><i>${title}</i> &ndash; a performance to get lost in.<br />Includes an interview with the author &amp; the narrator.</p>`
}
